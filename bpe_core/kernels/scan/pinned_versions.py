"""The versions of Unicode whose tables lie here, beside that of the installed `regex`."""

# Of tiktoken since 0.8 (the crate regex-syntax from 0.8.5 on).
PINNED_VERSIONS = ("16.0",)
