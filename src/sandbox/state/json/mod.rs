//! The objects of the API that show more than one stored object, such as a message with its author.

mod channel;
mod guild;
mod interaction;
mod message;
