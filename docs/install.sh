#!/bin/sh
# Installs a release of Trigon: fetches the archive for this machine, compares its checksum, and puts the program into
# ~/.local/bin, or into the folder that TRIGON_BIN names. An archive beside this file is taken instead. Nothing else changes. Run again
# with a newer release, it replaces the program.
set -eu

# Each release comes with a copy of this file that knows where the release is.
from=${TRIGON_FROM:-@FROM@}
version=${TRIGON_VERSION:-@VERSION@}
bin=${TRIGON_BIN:-${HOME:-}/.local/bin}

fail() {
    echo "install: $*" >&2
    exit 1
}

case "$(uname -s) $(uname -m)" in
    "Linux x86_64") target=x86_64-unknown-linux-gnu ;;
    "Linux aarch64" | "Linux arm64") target=aarch64-unknown-linux-gnu ;;
    "Darwin arm64") target=aarch64-apple-darwin ;;
    *) fail "there is no archive for $(uname -s) on $(uname -m): build Trigon from its sources instead" ;;
esac
beside=$(cd "$(dirname "$0")" && pwd)
if [ -z "${TRIGON_FROM:-}" ]; then
    for archive in "$beside"/trigon-*-"$target".tar.gz; do
        [ -e "$archive" ] || continue
        from=file://$beside version=${archive#"$beside"/trigon-} version=${version%-"$target".tar.gz}
    done
fi
case $from$version in
    *@*) fail "this copy does not know where releases are: put the archive and its .sha256 of a release beside it, or set TRIGON_FROM and TRIGON_VERSION" ;;
esac
name=trigon-$version-$target
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fetch() {
    if [ "${from#file://}" != "$from" ]; then
        cp "${from#file://}/$1" "$folder/$1"
    elif command -v curl >/dev/null; then
        curl -fsSL -o "$folder/$1" "$from/$1"
    elif command -v wget >/dev/null; then
        wget -q -O "$folder/$1" "$from/$1"
    else
        fail "it needs curl or wget"
    fi || fail "$from/$1 cannot be fetched"
}
sum() {
    if command -v sha256sum >/dev/null; then sha256sum "$1"; else shasum -a 256 "$1"; fi | cut -d' ' -f1
}

fetch "$name.tar.gz"
fetch "$name.sha256"
wanted=$(grep " $name.tar.gz\$" "$folder/$name.sha256" | cut -d' ' -f1)
[ "$(sum "$folder/$name.tar.gz")" = "$wanted" ] || fail "$name.tar.gz differs from what was released: nothing was installed"
tar xzf "$folder/$name.tar.gz" -C "$folder"
"$folder/$name/trigon" --version >/dev/null || fail "the program does not run on this system: nothing was installed"

mkdir -p "$bin"
# A program that runs is replaced as a whole, and keeps running.
cp "$folder/$name/trigon" "$bin/.trigon.part"
mv "$bin/.trigon.part" "$bin/trigon"
echo "$("$bin/trigon" --version) is installed as $bin/trigon"
case ":$PATH:" in
    *":$bin:"*) ;;
    *) echo "add $bin to PATH, or write the whole path" ;;
esac
echo "next: trigon rehearse shows everything in a browser, trigon setup makes the bot ready for Discord"
