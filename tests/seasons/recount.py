"""Recounts a season from its file, without any code of the program: python3 recount.py FILE"""

import csv
import io
import json
import sys
from collections import defaultdict


def recount(season):
    """Returns every balance by the entries alone, and stops at whatever contradicts itself."""
    assert season["format"] == "trigon-season/1"
    sums, seen, known, reversed_ = defaultdict(int), set(), {}, set()
    for entry in season["entries"]:
        what = ("counter", entry["counter"]) if "counter" in entry else ("mark", entry["mark"])
        origin = (entry["source"]["kind"], entry["source"]["key"], entry["member"], what, entry["episode"])
        if entry["reverses"] is None:
            assert origin not in seen, f"booked twice: {entry}"
            seen.add(origin)
        else:
            other = known[entry["reverses"]]
            assert other["reverses"] is None and entry["reverses"] not in reversed_, entry
            assert entry.get("delta", 0) == -other.get("delta", 0) and entry["member"] == other["member"], entry
            reversed_.add(entry["reverses"])
        known[entry["seq"]] = entry
        if "counter" in entry:
            sums[entry["counter"], entry["member"]] += entry["delta"]
    return {
        counter["key"]: {
            str(member["member"]): counter["start"] + sums[counter["key"], member["member"]]
            for member in season["cast"]
        }
        for counter in season["counters"]
    }


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        season = json.load(file)
    counted = recount(season)
    assert counted == season["balances"], f"{counted} are not {season['balances']}"
    # What `trigon season standings --csv` prints says the same.
    for row in csv.DictReader(io.StringIO(sys.stdin.read(), newline="")):
        for key in counted:
            assert int(row[key]) == counted[key][row["member"]], row
    print("the same")


main()
