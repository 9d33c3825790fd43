"""A bot as people write it with discord.py: a command, a button, a select, a form, direct messages."""

import os

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

url = os.environ["SANDBOX"]
Route.BASE = f"{url}/api/v10"
DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(url.replace("http", "ws", 1))


class Form(discord.ui.Modal, title="Who are you?"):
    name = discord.ui.TextInput(label="Name")

    async def on_submit(self, interaction: discord.Interaction):
        await interaction.response.send_message(f"form: {self.name.value}")


class Panel(discord.ui.View):
    @discord.ui.button(label="Press me", custom_id="press")
    async def press(self, interaction: discord.Interaction, _):
        await interaction.response.send_message("pressed", ephemeral=True)

    @discord.ui.button(label="Fill in", custom_id="fill")
    async def fill(self, interaction: discord.Interaction, _):
        await interaction.response.send_modal(Form())

    @discord.ui.select(
        custom_id="pick",
        placeholder="A colour",
        options=[discord.SelectOption(label="Red"), discord.SelectOption(label="Blue")],
    )
    async def pick(self, interaction: discord.Interaction, select):
        await interaction.response.send_message(f"picked: {select.values[0]}")


class Bot(discord.Client):
    def __init__(self):
        super().__init__(intents=discord.Intents(guilds=True, dm_messages=True))
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self):
        await self.tree.sync()

    async def on_message(self, message):
        if not message.author.bot and message.guild is None:
            await message.channel.send(f"heard: {message.content}")


bot = Bot()


@bot.tree.command(description="Says hello")
async def hello(interaction: discord.Interaction, whom: str):
    await interaction.response.send_message(f"hello {whom}", view=Panel())


bot.run(os.environ["TOKEN"])
