"""Compile all kernels ahead of time: a library for this machine, or wheels for many.

    python -m scripts.kernels                # into bpe_core/kernels/built, for this platform
    python -m scripts.kernels --wheels dist  # a wheel for each platform

numba makes LLVM code of each kernel (`llvm_code.py`), which clang links for a platform
(`platforms.py`); the compiler comes from the registry, as Zig, with all that other platforms
need. Kernels stay what they are: Python functions that numba can compile anywhere else.
"""
