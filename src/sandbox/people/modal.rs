//! Modals, as people see them.

use serde_json::Value;

/// An open modal.
#[derive(Debug, Clone, PartialEq)]
pub struct Modal {
    /// The custom id.
    pub custom_id: String,
    /// The title.
    pub title: String,
    /// The inputs from top to bottom.
    pub fields: Vec<ModalField>,
}

/// An input of a modal.
#[derive(Debug, Clone, PartialEq)]
pub struct ModalField {
    /// The custom id.
    pub custom_id: String,
    /// The label above it.
    pub label: String,
    /// The initial value.
    pub value: String,
    /// The component as the bot sent it.
    pub component: Value,
}

impl Modal {
    pub(crate) fn new(modal: &Value) -> Self {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let rows = modal["components"].as_array().into_iter().flatten();
        let fields = rows.map(|row| {
            let (component, label) = field(row);
            ModalField {
                custom_id: text(&component["custom_id"]),
                label: text(label),
                value: text(&component["value"]),
                component: component.clone(),
            }
        });
        Self { custom_id: text(&modal["custom_id"]), title: text(&modal["title"]), fields: fields.collect() }
    }
}

/// Returns the input of a row or label, and the label above it.
pub(super) fn field(row: &Value) -> (&Value, &Value) {
    if row["component"].is_object() {
        (&row["component"], &row["label"])
    } else {
        (&row["components"][0], &row["components"][0]["label"])
    }
}
