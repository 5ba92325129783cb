/* Which level of x86-64 this processor has: 4 with AVX-512, 3 with AVX2, else 2. */
int processor_level(void) {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("x86-64-v4")) return 4;
  return __builtin_cpu_supports("x86-64-v3") ? 3 : 2;
}
