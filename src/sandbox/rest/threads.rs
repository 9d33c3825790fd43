//! Threads.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{ApiRequest, ApiResponse, channels::auto_archive, guilds::kind_of};
use crate::{
    check::{AllowedMentions, Form, MessageDraft, checked},
    error::{ApiError, ApiResult},
    events::intents,
    id::Id,
    permissions::Permissions,
    state::{
        Channel, ChannelKind, HAS_THREAD, NewMessage, State, THREAD_CREATED, THREAD_STARTER, Thread,
        channel_permissions,
    },
};

/// The number of active threads that a guild can have.
const MAX_ACTIVE_THREADS: usize = 1_000;

/// The requested properties of a new thread.
struct NewThread {
    name: String,
    minutes: i64,
    slowmode: i64,
}

fn read_new(s: &State, channel: Id, body: &Value) -> ApiResult<NewThread> {
    let mut form = Form::default();
    let name = form.needed_text(body, "", "name", 1, 100);
    let minutes = auto_archive(&mut form, body).unwrap_or(4320);
    let slowmode = form.number(body, "", "rate_limit_per_user", 0, 21_600).unwrap_or(0);
    form.finish()?;
    let name = name.unwrap_or_default();
    if s.is_blocked(s.bot_channel(channel)?, s.bot, &name) {
        return Err(ApiError::title_blocked());
    }
    Ok(NewThread { name, minutes, slowmode })
}

/// Returns a channel in which the bot may start threads.
fn parent(s: &State, id: Id, wanted: Permissions) -> ApiResult<&Channel> {
    let parent = s.bot_channel(id)?;
    if !matches!(parent.kind, ChannelKind::Text | ChannelKind::Announcement) {
        return Err(ApiError::wrong_channel_type());
    }
    let open = |channel: &&Channel| {
        channel.guild == parent.guild && channel.thread.as_ref().is_some_and(|thread| !thread.archived)
    };
    let guild = parent.guild.and_then(|guild| s.guilds.get(&guild));
    let limit = guild.and_then(|guild| guild.restrictions.threads).unwrap_or(MAX_ACTIVE_THREADS);
    if s.channels.values().filter(open).count() >= limit {
        return Err(ApiError::too_many_threads());
    }
    s.channel_with(id, wanted)
}

pub(crate) fn start_from_message(
    s: &mut State,
    channel: Id,
    message: Id,
    body: &Value,
) -> ApiResult<ApiResponse> {
    let parent = parent(s, channel, Permissions::CREATE_PUBLIC_THREADS)?;
    let kind = if parent.kind == ChannelKind::Announcement {
        ChannelKind::AnnouncementThread
    } else {
        ChannelKind::PublicThread
    };
    if s.public_message(channel, message)?.thread.is_some() {
        return Err(ApiError::thread_exists());
    }
    let new = read_new(s, channel, body)?;
    // The thread has the id of its message.
    s.open_thread(message, channel, kind, s.bot, &new);
    if let Some(start) = s.messages.get_mut(&message) {
        start.thread = Some(message);
        start.flags |= HAS_THREAD;
    }
    s.emit_message("MESSAGE_UPDATE", message);
    let mut starter = NewMessage::new(message, s.bot, MessageDraft::default(), Vec::new());
    starter.kind = THREAD_STARTER;
    starter.draft.reply_to = Some(message);
    // The first message, which shows where the thread was started, pings nobody.
    starter.draft.allowed_mentions = Some(AllowedMentions::default());
    s.post(starter)?;
    Ok(ApiResponse::Created(thread_json(s, message)))
}

pub(crate) fn start(s: &mut State, channel: Id, body: &Value) -> ApiResult<ApiResponse> {
    // Without a type, Discord creates a private thread.
    let (usual, all) = (ChannelKind::PrivateThread, ChannelKind::OF_THREADS);
    let kind = checked(|form| kind_of(form, body, usual, &all))?;
    let wanted = if kind == ChannelKind::PrivateThread {
        Permissions::CREATE_PRIVATE_THREADS
    } else {
        Permissions::CREATE_PUBLIC_THREADS
    };
    parent(s, channel, wanted)?;
    let new = read_new(s, channel, body)?;
    let id = s.new_id();
    s.open_thread(id, channel, kind, s.bot, &new);
    s.announce_thread(id, channel, kind, s.bot)?;
    Ok(ApiResponse::Created(thread_json(s, id)))
}

impl State {
    /// Opens a thread that a person started without a message.
    pub(crate) fn start_thread(
        &mut self,
        parent: Id,
        kind: ChannelKind,
        owner: Id,
        name: &str,
    ) -> ApiResult<Id> {
        let id = self.new_id();
        let new = NewThread { name: name.to_owned(), minutes: 4320, slowmode: 0 };
        self.open_thread(id, parent, kind, owner, &new);
        self.announce_thread(id, parent, kind, owner)?;
        Ok(id)
    }

    /// Announces a new public thread in the parent channel.
    fn announce_thread(&mut self, id: Id, parent: Id, kind: ChannelKind, owner: Id) -> ApiResult<()> {
        if kind == ChannelKind::PrivateThread {
            return Ok(());
        }
        let name = self.channels.get(&id).map(|thread| thread.name.clone());
        let mut line = NewMessage::new(
            parent,
            owner,
            MessageDraft { content: name, ..MessageDraft::default() },
            Vec::new(),
        );
        line.draft.allowed_mentions = Some(AllowedMentions::default());
        line.kind = THREAD_CREATED;
        self.post(line).map(|_| ())
    }

    fn open_thread(&mut self, id: Id, parent: Id, kind: ChannelKind, owner: Id, new: &NewThread) {
        let mut channel = Channel::new(id, kind, &new.name);
        channel.guild = self.channels.get(&parent).and_then(|parent| parent.guild);
        channel.slowmode = new.slowmode;
        channel.thread = Some(Thread {
            parent,
            owner,
            private: kind == ChannelKind::PrivateThread,
            archived: false,
            locked: false,
            invitable: true,
            auto_archive_minutes: new.minutes,
            archive_changed: self.now,
            members: BTreeSet::from([owner]),
            total_sent: 0,
        });
        self.channels.insert(id, channel);
        self.emit_channel("THREAD_CREATE", id);
    }
}

fn thread_json(s: &State, id: Id) -> Value {
    let Some(channel) = s.channels.get(&id) else { return Value::Null };
    let mut body = channel.to_json(s);
    if channel.thread.as_ref().is_some_and(|thread| thread.members.contains(&s.bot)) {
        body["member"] = channel.thread_member_json(s.bot);
    }
    body
}

fn list(s: &State, found: &[&Channel]) -> Value {
    let members: Vec<Value> = found
        .iter()
        .filter(|c| c.thread.as_ref().is_some_and(|thread| thread.members.contains(&s.bot)))
        .map(|c| c.thread_member_json(s.bot))
        .collect();
    let threads: Vec<Value> = found.iter().rev().map(|c| thread_json(s, c.id)).collect();
    json!({ "threads": threads, "members": members })
}

pub(crate) fn active(s: &State, guild: Id) -> ApiResponse {
    let found: Vec<&Channel> = s
        .channels
        .values()
        .filter(|c| c.guild == Some(guild) && c.thread.as_ref().is_some_and(|thread| !thread.archived))
        .filter(|c| s.bot_may(c, Permissions::VIEW_CHANNEL))
        .collect();
    ApiResponse::Json(list(s, &found))
}

/// Which archived threads are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ArchivedThreads {
    Public,
    Private,
    /// The private ones of which the bot is a member.
    JoinedPrivate,
}

/// Lists archived threads, most recently archived first.
pub(crate) fn archived(s: &State, request: &ApiRequest, which: ArchivedThreads) -> ApiResult<ApiResponse> {
    let (private, joined) = (which != ArchivedThreads::Public, which == ArchivedThreads::JoinedPrivate);
    let channel = request.channel_id()?;
    s.channel_with(channel, Permissions::READ_MESSAGE_HISTORY)?;
    let mut form = Form::default();
    let limit = request.limit(&mut form, 2, 100).unwrap_or(50);
    // Threads that the bot has joined are paged by id, all others by the time at which they were archived.
    let before_id = request.query("before").filter(|_| joined).map(Value::from);
    let before_id = before_id.and_then(|id| form.snowflake(&id, "before"));
    let before = if joined { None } else { request.time(&mut form, "before") };
    form.finish()?;
    let fits = |thread: &Thread, id: Id| {
        thread.parent == channel
            && thread.archived
            && thread.private == private
            && (!joined || thread.members.contains(&s.bot))
            && before.is_none_or(|before| thread.archive_changed < before)
            && before_id.is_none_or(|before| id < before)
    };
    let all = s.channels.values().filter_map(|c| Some((c.thread.as_ref()?, c)));
    let mut found: Vec<_> = all.filter(|(thread, c)| fits(thread, c.id)).collect();
    found.sort_by_key(|(thread, c)| if joined { (0, c.id) } else { (thread.archive_changed, c.id) });
    let has_more = found.len() > limit;
    let page: Vec<&Channel> = found.iter().rev().take(limit).rev().map(|(_, c)| *c).collect();
    let mut body = list(s, &page);
    body["has_more"] = json!(has_more);
    Ok(ApiResponse::Json(body))
}

fn thread_of(s: &State, id: Id) -> ApiResult<(&Channel, &Thread)> {
    let channel = s.bot_channel(id)?;
    let thread = channel.thread.as_ref().ok_or_else(ApiError::wrong_channel_type)?;
    Ok((channel, thread))
}

pub(crate) fn members(s: &State, id: Id) -> ApiResult<ApiResponse> {
    let (channel, thread) = thread_of(s, id)?;
    Ok(ApiResponse::Json(thread.members.iter().map(|user| channel.thread_member_json(*user)).collect()))
}

pub(crate) fn member(s: &State, id: Id, user: Id) -> ApiResult<ApiResponse> {
    let (channel, thread) = thread_of(s, id)?;
    if !thread.members.contains(&user) {
        return Err(ApiError::unknown_member());
    }
    Ok(ApiResponse::Json(channel.thread_member_json(user)))
}

pub(crate) fn add_member(s: &mut State, id: Id, user: Id) -> ApiResult<ApiResponse> {
    let (channel, thread) = thread_of(s, id)?;
    if thread.archived {
        return Err(ApiError::thread_archived());
    }
    if !s.bot_may(channel, Permissions::SEND_MESSAGES_IN_THREADS) && user != s.bot {
        return Err(ApiError::missing_permissions());
    }
    let parent = s.channels.get(&thread.parent);
    if !parent.is_some_and(|p| channel_permissions(s, p, user).contains(Permissions::VIEW_CHANNEL)) {
        return Err(ApiError::missing_access());
    }
    if thread_members(s, id)?.insert(user) {
        let member = s.channels.get(&id).map(|c| c.thread_member_json(user));
        emit_members(s, id, user, &json!([member]), &json!([]));
    }
    Ok(ApiResponse::NoContent)
}

pub(crate) fn remove_member(s: &mut State, id: Id, user: Id) -> ApiResult<ApiResponse> {
    let (channel, thread) = thread_of(s, id)?;
    if thread.archived {
        return Err(ApiError::thread_archived());
    }
    let is_own = thread.private && thread.owner == s.bot;
    if user != s.bot && !is_own && !s.bot_may(channel, Permissions::MANAGE_THREADS) {
        return Err(ApiError::missing_permissions());
    }
    if thread_members(s, id)?.remove(&user) {
        emit_members(s, id, user, &json!([]), &json!([user]));
    }
    Ok(ApiResponse::NoContent)
}

fn thread_members(s: &mut State, id: Id) -> ApiResult<&mut BTreeSet<Id>> {
    let thread = s.channels.get_mut(&id).and_then(|channel| channel.thread.as_mut());
    thread.map(|thread| &mut thread.members).ok_or_else(ApiError::unknown_channel)
}

/// Sends `THREAD_MEMBERS_UPDATE` after `user` was added or removed.
fn emit_members(s: &mut State, id: Id, user: Id, added: &Value, removed: &Value) {
    let Some(channel) = s.channels.get(&id) else { return };
    let guild = channel.guild;
    let data = json!({
        "id": id,
        "guild_id": guild,
        "member_count": channel.thread.as_ref().map_or(0, |thread| thread.members.len()),
        "added_members": added,
        "removed_member_ids": removed,
    });
    let is_bot = user == s.bot;
    let wanted = if is_bot { intents::GUILDS } else { intents::GUILDS | intents::GUILD_MEMBERS };
    s.emit("THREAD_MEMBERS_UPDATE", guild, wanted, data);
}
