// A bot as people write it with discord.js: a command, a button, a select, a form, direct messages.

import { createRequire } from "node:module";

// Modules are found in the folder in which they were installed, not beside this file.
const {
  ActionRowBuilder, ButtonBuilder, ButtonStyle, Client, Events, GatewayIntentBits, ModalBuilder, Partials,
  SlashCommandBuilder, StringSelectMenuBuilder, TextInputBuilder, TextInputStyle,
} = createRequire(`${process.cwd()}/`)("discord.js");

const client = new Client({
  intents: [GatewayIntentBits.Guilds, GatewayIntentBits.DirectMessages],
  partials: [Partials.Channel],
  rest: { api: `${process.env.SANDBOX}/api` },
});

const row = (...parts) => new ActionRowBuilder().addComponents(...parts);

client.once(Events.ClientReady, async () => {
  const hello = new SlashCommandBuilder().setName("hello").setDescription("Says hello")
    .addStringOption((option) => option.setName("whom").setDescription("whom").setRequired(true));
  await client.application.commands.set([hello]);
});

client.on(Events.InteractionCreate, async (interaction) => {
  if (interaction.isChatInputCommand()) {
    const press = new ButtonBuilder().setCustomId("press").setLabel("Press me").setStyle(ButtonStyle.Primary);
    const fill = new ButtonBuilder().setCustomId("fill").setLabel("Fill in").setStyle(ButtonStyle.Secondary);
    const pick = new StringSelectMenuBuilder().setCustomId("pick").setPlaceholder("A colour")
      .addOptions({ label: "Red", value: "Red" }, { label: "Blue", value: "Blue" });
    await interaction.reply({ content: `hello ${interaction.options.getString("whom")}`, components: [row(press, fill), row(pick)] });
  } else if (interaction.isButton() && interaction.customId === "fill") {
    const name = new TextInputBuilder().setCustomId("name").setLabel("Name").setStyle(TextInputStyle.Short);
    await interaction.showModal(new ModalBuilder().setCustomId("form").setTitle("Who are you?").addComponents(row(name)));
  } else if (interaction.isButton()) {
    await interaction.reply({ content: "pressed", flags: 64 });
  } else if (interaction.isStringSelectMenu()) {
    await interaction.reply(`picked: ${interaction.values[0]}`);
  } else if (interaction.isModalSubmit()) {
    await interaction.reply(`form: ${interaction.fields.getTextInputValue("name")}`);
  }
});

client.on(Events.MessageCreate, async (message) => {
  if (!message.author.bot && message.guild === null) await message.channel.send(`heard: ${message.content}`);
});

client.login(process.env.TOKEN);
