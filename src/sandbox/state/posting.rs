//! Sending, editing and deleting messages.

use std::collections::{BTreeSet, HashMap};

use serde_json::{Value, json};

use super::{
    Attachment, Message, MessageOrigin, State, Upload,
    attachment::{clean_filename, content_type, picture_size},
    channel_permissions,
    message::{EPHEMERAL, LOADING, Mentions, REPLY},
};
use crate::{
    check::{AllowedMentions, AttachmentEntry, Form, MessageDraft, field_path, ids_between},
    error::ApiResult,
    id::Id,
    journal::JournalEvent,
    permissions::Permissions,
};

/// A message about to be sent.
pub(crate) struct NewMessage {
    pub(crate) channel: Id,
    pub(crate) author: Id,
    pub(crate) kind: i64,
    pub(crate) draft: MessageDraft,
    pub(crate) files: Vec<Upload>,
    pub(crate) only_for: Option<Id>,
    pub(crate) origin: Option<MessageOrigin>,
    pub(crate) loading: bool,
}

impl NewMessage {
    /// Returns an ordinary message.
    pub(crate) fn new(channel: Id, author: Id, draft: MessageDraft, files: Vec<Upload>) -> Self {
        Self { channel, author, kind: 0, draft, files, only_for: None, origin: None, loading: false }
    }
}

impl State {
    /// Adds a message to its channel and sends the events. The caller has checked the permissions.
    pub(crate) fn post(&mut self, post: NewMessage) -> ApiResult<Id> {
        let id = self.new_id();
        let draft = post.draft;
        let ephemeral = post.only_for.is_some();
        let mut embeds = draft.embeds.unwrap_or_default();
        let kept = draft.attachments.as_deref();
        let attachments = self.store_files(post.channel, ephemeral, &[], kept, post.files)?;
        self.link_files(&mut embeds, &attachments);
        let guild = self.channels.get(&post.channel).and_then(|channel| channel.guild);
        let kind = if draft.reply_to.is_some() && post.kind == 0 { REPLY } else { post.kind };
        let mut message = Message {
            id,
            channel: post.channel,
            guild,
            author: post.author,
            kind,
            content: draft.content.unwrap_or_default(),
            embeds,
            components: draft.components.unwrap_or_default(),
            attachments,
            edited: None,
            flags: draft.flags & !EPHEMERAL
                | if ephemeral { EPHEMERAL } else { 0 }
                | if post.loading { LOADING } else { 0 },
            tts: draft.tts,
            reply_to: draft.reply_to,
            mentions: Mentions::default(),
            pinged: BTreeSet::new(),
            pinned: None,
            reactions: Vec::new(),
            nonce: draft.nonce,
            thread: None,
            only_for: post.only_for,
            origin: post.origin,
        };
        let allowed = draft.allowed_mentions.unwrap_or_else(AllowedMentions::all);
        self.resolve_mentions(&mut message, &allowed);
        self.record_pings(&mut message);
        if let Some(channel) = self.channels.get_mut(&post.channel) {
            channel.messages.insert(id);
            if !ephemeral {
                channel.last_message = Some(id);
            }
            if let Some(thread) = &mut channel.thread {
                thread.total_sent += 1;
                thread.members.insert(post.author);
            }
        }
        self.messages.insert(id, message);
        self.forget_messages();
        self.journal_message(id, |content, author| {
            if ephemeral {
                JournalEvent::EphemeralShown { message: id, author, content }
            } else {
                JournalEvent::MessageCreated { message: id, author, content }
            }
        });
        self.emit_message("MESSAGE_CREATE", id);
        Ok(id)
    }

    /// Edits a message. Fields that the draft does not contain are kept.
    pub(crate) fn edit(&mut self, id: Id, draft: MessageDraft, files: Vec<Upload>) -> ApiResult<()> {
        let Some(mut message) = self.messages.get(&id).cloned() else { return Ok(()) };
        let filled = message.flags & LOADING != 0;
        if let Some(content) = draft.content {
            message.content = content;
        }
        if let Some(embeds) = draft.embeds {
            message.embeds = embeds;
        }
        if let Some(components) = draft.components {
            message.components = components;
        }
        let ephemeral = message.only_for.is_some();
        let kept = draft.attachments.as_deref();
        message.attachments =
            self.store_files(message.channel, ephemeral, &message.attachments, kept, files)?;
        self.link_files(&mut message.embeds, &message.attachments);
        let allowed = draft.allowed_mentions.unwrap_or_else(AllowedMentions::all);
        self.resolve_mentions(&mut message, &allowed);
        message.flags &= !LOADING;
        if filled {
            self.record_pings(&mut message);
        } else {
            message.edited = Some(self.now);
        }
        self.messages.insert(id, message);
        self.journal_message(id, |content, author| JournalEvent::MessageEdited {
            message: id,
            author,
            content,
        });
        self.emit_message("MESSAGE_UPDATE", id);
        Ok(())
    }

    /// Deletes a message and sends the event.
    pub(crate) fn delete_message(&mut self, id: Id) {
        if let Some(message) = self.forget_message(id) {
            self.emit_message_delete(&message);
        }
    }

    /// Deletes a message without an event.
    pub(crate) fn forget_message(&mut self, id: Id) -> Option<Message> {
        self.journal_message(id, |content, author| JournalEvent::MessageDeleted {
            message: id,
            author,
            content,
        });
        let message = self.messages.remove(&id)?;
        if let Some(channel) = self.channels.get_mut(&message.channel) {
            channel.messages.remove(&id);
        }
        for file in &message.attachments {
            self.files.remove(file);
        }
        Some(message)
    }

    fn journal_message(&mut self, id: Id, event: impl FnOnce(String, Id) -> JournalEvent) {
        let Some(message) = self.messages.get(&id) else { return };
        let event = event(message.content.clone(), message.author);
        let channel = message.channel;
        match message.only_for {
            Some(reader) => self.journal.note_private(self.now, channel, reader, event),
            None => {
                let readers = self.readers(channel);
                self.journal.note(self.now, channel, readers, event);
            }
        }
    }

    /// Returns the people who can read a channel.
    pub(crate) fn readers(&self, channel: Id) -> Vec<Id> {
        let Some(channel) = self.channels.get(&channel) else { return Vec::new() };
        if let Some(recipient) = channel.recipient {
            return vec![recipient];
        }
        let guild = channel.guild.and_then(|guild| self.guilds.get(&guild));
        let members = guild.into_iter().flat_map(|guild| guild.members.keys().copied());
        members
            .filter(|user| *user != self.bot)
            .filter(|user| channel_permissions(self, channel, *user).contains(Permissions::VIEW_CHANNEL))
            .collect()
    }

    /// Keeps the old files that have an entry and stores the new ones, in the order of the entries.
    fn store_files(
        &mut self,
        channel: Id,
        ephemeral: bool,
        old: &[Id],
        entries: Option<&[AttachmentEntry]>,
        files: Vec<Upload>,
    ) -> ApiResult<Vec<Id>> {
        let mut form = Form::default();
        let mut uploads: HashMap<u64, Upload> = files.into_iter().map(|file| (file.index, file)).collect();
        // Without a list, all old files are kept and the new ones are added.
        let mut result = if entries.is_none() { old.to_vec() } else { Vec::new() };
        for (i, entry) in entries.unwrap_or_default().iter().enumerate() {
            if old.contains(&entry.id) {
                result.push(entry.id);
                if let (Some(file), Some(text)) = (self.files.get_mut(&entry.id), &entry.description) {
                    file.description = Some(text.clone());
                }
            } else if let Some(upload) = uploads.remove(&entry.id.0) {
                result.push(self.store_file(channel, ephemeral, upload, Some(entry)));
            } else {
                let message = format!("Attachment {} was neither uploaded nor there before", entry.id);
                form.fault(&field_path(&field_path("attachments", i), "id"), "ATTACHMENT_NOT_FOUND", message);
            }
        }
        form.finish()?;
        let mut rest: Vec<Upload> = uploads.into_values().collect();
        rest.sort_by_key(|file| file.index);
        for upload in rest {
            result.push(self.store_file(channel, ephemeral, upload, None));
        }
        for gone in old.iter().filter(|id| !result.contains(id)) {
            self.files.remove(gone);
        }
        Ok(result)
    }

    fn store_file(
        &mut self,
        channel: Id,
        ephemeral: bool,
        upload: Upload,
        entry: Option<&AttachmentEntry>,
    ) -> Id {
        let id = self.new_id();
        let named = entry.and_then(|entry| entry.filename.clone()).unwrap_or(upload.filename);
        let filename = clean_filename(&named);
        let guessed = upload.content_type.filter(|kind| kind != "application/octet-stream");
        let file = Attachment {
            id,
            channel,
            description: entry.and_then(|entry| entry.description.clone()),
            content_type: guessed.unwrap_or_else(|| content_type(&filename).to_owned()),
            filename,
            bytes: upload.bytes.into(),
            ephemeral,
        };
        self.files.insert(id, file);
        self.forget_files();
        id
    }

    /// Replaces `attachment://name` in embeds with the address of the file.
    fn link_files(&self, embeds: &mut [Value], files: &[Id]) {
        for embed in embeds {
            for (part, key) in
                [("image", "url"), ("thumbnail", "url"), ("footer", "icon_url"), ("author", "icon_url")]
            {
                let Some(name) = embed[part][key].as_str().and_then(|url| url.strip_prefix("attachment://"))
                else {
                    continue;
                };
                let file =
                    files.iter().filter_map(|id| self.files.get(id)).find(|file| file.filename == name);
                let Some(file) = file else { continue };
                let url = file.url(&self.url);
                embed[part][key] = json!(url);
                embed[part][format!("proxy_{key}")] = json!(url);
                if let (true, Some((width, height))) = (key == "url", picture_size(&file.bytes)) {
                    embed[part]["width"] = json!(width);
                    embed[part]["height"] = json!(height);
                }
            }
        }
    }

    /// Forgets the oldest messages that are not pinned, without an event.
    fn forget_messages(&mut self) {
        while self.messages.len() > self.retention.messages {
            let oldest =
                self.messages.iter().find(|(_, message)| message.pinned.is_none()).map(|(id, _)| *id);
            let Some(gone) = oldest.and_then(|id| self.messages.remove(&id)) else { return };
            if let Some(channel) = self.channels.get_mut(&gone.channel) {
                channel.messages.remove(&gone.id);
            }
            for file in &gone.attachments {
                self.files.remove(file);
            }
        }
    }

    /// Forgets the oldest files, but never the newest.
    fn forget_files(&mut self) {
        let mut size: usize = self.files.values().map(|file| file.bytes.len()).sum();
        while size > self.retention.file_bytes && self.files.len() > 1 {
            let oldest = self.files.keys().min().copied();
            let Some(gone) = oldest.and_then(|id| self.files.remove(&id)) else { return };
            size -= gone.bytes.len();
        }
    }

    /// Finds the mentions in the text that the author is permitted to make and wants to make.
    fn resolve_mentions(&self, message: &mut Message, allowed: &AllowedMentions) {
        let text = &message.content;
        let in_guild = message.guild.and_then(|guild| self.guilds.get(&guild));
        let may_mention_all = self.channels.get(&message.channel).is_some_and(|channel| {
            channel_permissions(self, channel, message.author).contains(Permissions::MENTION_EVERYONE)
        });
        let mut users: Vec<Id> = ids_between(text, "<@");
        users.extend(ids_between(text, "<@!"));
        users.retain(|id| {
            self.users.contains_key(id) && allowed.users.as_ref().is_none_or(|listed| listed.contains(id))
        });
        let replied = message.reply_to.and_then(|target| self.messages.get(&target)).map(|m| m.author);
        users.extend(replied.filter(|author| allowed.replied_user && *author != message.author));
        users.sort();
        users.dedup();
        let mut roles = ids_between(text, "<@&");
        roles.retain(|id| {
            let role = in_guild.and_then(|guild| guild.roles.get(id));
            role.is_some_and(|role| role.mentionable || may_mention_all)
                && allowed.roles.as_ref().is_none_or(|listed| listed.contains(id))
        });
        let everyone = (text.contains("@everyone") || text.contains("@here"))
            && allowed.everyone
            && may_mention_all
            && in_guild.is_some();
        message.mentions = Mentions { everyone, users, roles };
    }

    /// Records who is notified of a message.
    fn record_pings(&self, message: &mut Message) {
        let readers = message.only_for.map_or_else(|| self.readers(message.channel), |reader| vec![reader]);
        let guild = message.guild.and_then(|guild| self.guilds.get(&guild));
        let has_role = |user: &Id| {
            let member = guild.and_then(|guild| guild.members.get(user));
            member.is_some_and(|m| m.roles.iter().any(|role| message.mentions.roles.contains(role)))
        };
        message.pinged = readers
            .into_iter()
            .filter(|user| *user != message.author)
            .filter(|user| {
                message.mentions.everyone || message.mentions.users.contains(user) || has_role(user)
            })
            .collect();
    }
}
