//! Declares the mappings of a definition file.
//!
//! One declaration with `mapping!` gives a struct, the keys of the schema and the reader.

use crate::fields::{Fields, NameList, Reader};
use crate::scalar::Scalar;
use crate::value::Language::{Kind, Prose};
use crate::value::Value::{self, Either, OneOf, Text, Words};
use crate::value::{Choice, Edition};
use crate::yaml::Entry;
use alfil_diagnostics::diagnostic::{Code, Help};
use alfil_diagnostics::source::{Span, Spanned};

/// A type that the value of a key can have.
pub(crate) trait FromEntry: Sized {
    /// The values that the schema lists for a key of this type. In `mapping!`, a key can state
    /// other values in brackets.
    const VALUE: Value;

    /// Reads the value of an entry. Returns `None` after a finding.
    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self>;
}

/// A type that a field of a mapping can have.
pub(crate) trait Field: Sized {
    /// The values that the schema lists for the field.
    const VALUES: Value;

    /// Reads the value of a key.
    fn of_key(key: &str, fields: &Fields<'_>, r: &mut Reader<'_>) -> Self;
}

/// `None` if the key is missing, or has a value with a finding.
impl<T: FromEntry> Field for Option<T> {
    const VALUES: Value = T::VALUE;

    fn of_key(key: &str, fields: &Fields<'_>, r: &mut Reader<'_>) -> Self {
        T::read(fields.get(key)?, r)
    }
}

/// The default if the key is missing, or has a value with a finding.
impl<T: FromEntry + Default> Field for T {
    const VALUES: Value = T::VALUE;

    fn of_key(key: &str, fields: &Fields<'_>, r: &mut Reader<'_>) -> Self {
        Option::<T>::of_key(key, fields, r).unwrap_or_default()
    }
}

/// Declares a mapping of the file: a struct with a field for each key.
///
/// A field has the form `name: Type = "key" [value], "form", "help";`. The schema contains the value
/// in brackets, or else the one of the type. Without a `required` key, the mapping has no value.
/// Fields after `plus` have no key and are computed from the [`Fields`].
///
/// With `read by`, the named function reads the mapping from its [`Fields`]. It calls `from_fields`
/// and adds findings.
macro_rules! mapping {
    (
        $(#[$meta:meta])*
        pub struct $name:ident, $what:literal $(, read by $read:ident)? {
            $($field:ident: $type:ty = $($required:ident)? $key:literal $([$value:expr])?,
                $form:literal, $help:literal;)+
        } $(plus |$fields:ident| {
            $($(#[$extra_meta:meta])* $extra:ident: $extra_type:ty = $init:expr;)+
        })?
    ) => {
        $(#[$meta])*
        pub struct $name {
            $(
                #[doc = concat!("`", $key, "`: ", $help, ".")]
                pub $field: $type,
            )+
            $($($(#[$extra_meta])* pub $extra: $extra_type,)+)?
        }

        impl $name {
            /// The keys of the mapping.
            pub const SCHEMA: $crate::value::Schema = $crate::value::Schema {
                what: $what,
                keys: &[$($crate::value::Key {
                    name: $key,
                    value: $crate::mapping::mapping!(@value $($required)? $type $(, $value)?),
                    form: $form,
                    doc: $help,
                }),+],
            };

            /// Reads all keys. Returns `None` if a required key has no value.
            pub(crate) fn from_fields(
                fields: &$crate::fields::Fields<'_>,
                r: &mut $crate::fields::Reader<'_>,
            ) -> Option<Self> {
                $(let $field = $crate::mapping::mapping!(
                    @field $($required)? $type, $key, fields, r
                );)+
                $(let $fields = fields;)?
                Some(Self { $($field: $field?,)+ $($($extra: $init,)+)? })
            }

            /// Reads a mapping.
            pub(crate) fn from_node(
                node: &$crate::yaml::Node,
                r: &mut $crate::fields::Reader<'_>,
            ) -> Option<Self> {
                let fields = r.fields(node, &Self::SCHEMA)?;
                $crate::mapping::mapping!(@read $($read)?)(&fields, r)
            }
        }

        impl $crate::mapping::FromEntry for $name {
            const VALUE: $crate::value::Value = $crate::value::Value::Mapping(&Self::SCHEMA);

            fn read(
                entry: &$crate::yaml::Entry,
                r: &mut $crate::fields::Reader<'_>,
            ) -> Option<Self> {
                Self::from_node(&entry.value, r)
            }
        }
    };
    (@value required $type:ty) => { <$type as $crate::mapping::FromEntry>::VALUE };
    (@value required $type:ty, $value:expr) => { $value };
    (@value $type:ty) => { <$type as $crate::mapping::Field>::VALUES };
    (@value $type:ty, $value:expr) => { $value };
    (@field required $type:ty, $key:literal, $fields:ident, $r:ident) => {
        <Option<$type> as $crate::mapping::Field>::of_key($key, $fields, $r)
    };
    (@field $type:ty, $key:literal, $fields:ident, $r:ident) => {
        Some(<$type as $crate::mapping::Field>::of_key($key, $fields, $r))
    };
    (@read) => { Self::from_fields };
    (@read $read:ident) => { Self::$read };
}
pub(crate) use mapping;

/// The word `none`, as a value of its own.
pub(crate) const NONE: Value = OneOf(|| vec!["none".to_owned()]);

/// The value of a key, or the word `none`, which removes the parent's value.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OrNone<T> {
    /// `none`, and its place.
    None(Span),
    /// A value, and the place of its key. Missing parts keep the parent's value.
    Some(T, Span),
}

impl<T> OrNone<T> {
    /// The place of the word `none`, or of the key of a value.
    pub fn span(&self) -> Span {
        match self {
            OrNone::None(span) | OrNone::Some(_, span) => *span,
        }
    }

    /// The value. `None` for the word `none`.
    pub fn value(&self) -> Option<&T> {
        match self {
            OrNone::None(_) => None,
            OrNone::Some(value, _) => Some(value),
        }
    }
}

impl<T: FromEntry> FromEntry for OrNone<T> {
    const VALUE: Value = Either(&[NONE, T::VALUE]);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        if entry.is_none() {
            Some(OrNone::None(entry.value.span))
        } else {
            Some(OrNone::Some(T::read(entry, r)?, entry.key.span()))
        }
    }
}

impl FromEntry for Scalar {
    const VALUE: Value = Text(Prose);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        r.scalar(entry)
    }
}

impl FromEntry for Spanned<String> {
    const VALUE: Value = Text(Prose);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        let scalar = r.scalar(entry)?;
        Some(Spanned::new(scalar.text().to_owned(), scalar.span()))
    }
}

impl FromEntry for NameList {
    const VALUE: Value = Words(Kind);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        r.names(entry)
    }
}

impl FromEntry for Vec<Spanned<String>> {
    const VALUE: Value = Words(Prose);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        r.words(entry)
    }
}

impl FromEntry for Spanned<Edition> {
    const VALUE: Value =
        OneOf(|| Edition::ALL.iter().map(|one| one.number().to_string()).collect());

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        let scalar = r.scalar(entry)?;
        let is_it = |edition: &&Edition| edition.number().to_string() == scalar.text().trim();
        if let Some(&edition) = Edition::ALL.iter().find(is_it) {
            return Some(Spanned::new(edition, scalar.span()));
        }
        let title = format!("this version of Alfil does not know edition `{}`", scalar.text());
        let newest = Edition::default().number();
        let help = if scalar.text().trim().parse::<u32>().is_ok_and(|number| number > newest.into())
        {
            Help::from("use a newer version of Alfil")
        } else {
            Help::write(newest.to_string())
        };
        r.at(Code::UnknownEdition, scalar.span(), title, "unknown edition").help(help);
        None
    }
}

impl<T: Choice> FromEntry for Spanned<T> {
    const VALUE: Value = T::VALUE;

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        r.choice(entry, &T::choices())
    }
}

impl<T: Choice> FromEntry for T {
    const VALUE: Value = OneOf(words::<T>);

    fn read(entry: &Entry, r: &mut Reader<'_>) -> Option<Self> {
        Some(r.choice(entry, &T::choices())?.value)
    }
}

fn words<T: Choice>() -> Vec<String> {
    T::choices().into_iter().map(|(word, _)| word.to_owned()).collect()
}
