"""How a student's own code is checked: the commands, as the README has them."""

from __future__ import annotations

import streamlit as st

from bpe_lab.text import t
from ui.page.presenting import is_presenting

COMMANDS = "pip install '.[check]'\nbpe-lab check bpe.py tokenizer.py"


def own_code() -> None:
    """What to type, and what it says; a hall needs neither."""
    if is_presenting():
        return
    with st.container(key="own_code"):
        st.markdown(f"**{t('own_code.title')}** {t('own_code.what')}")
        st.code(COMMANDS, language=None)  # its colours of a shell are too pale on light
