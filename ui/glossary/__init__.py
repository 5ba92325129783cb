"""What the glossary's page alone needs."""
