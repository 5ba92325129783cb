/* Which level of x86-64 this processor has: 4 with AVX-512, 3 with AVX2, else 2.
 *
 * The processor itself is asked. __builtin_cpu_supports asks a table, and where a compiler's
 * runtime does not fill it in, every processor seems to be one that can do nothing.
 */
#include <cpuid.h>

#define AVX_FIRST (bit_FMA | bit_MOVBE | bit_OSXSAVE | bit_AVX | bit_F16C) /* leaf 1, ecx */
#define AVX2 (bit_BMI | bit_AVX2 | bit_BMI2)                               /* leaf 7, ebx */
#define AVX512 (bit_AVX512F | bit_AVX512DQ | bit_AVX512CD | bit_AVX512BW | bit_AVX512VL)

/* Registers that the system saves: those of SSE and AVX; of AVX-512, three more kinds. */
enum { SAVES_AVX = 0x06, SAVES_AVX512 = 0xe6 };

static int has(unsigned all, unsigned wanted) { return (all & wanted) == wanted; }

static unsigned saved_by_the_system(void) {
  unsigned low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return low;
}

int processor_level(void) {
  unsigned a, b, c, d, extended;
  if (!__get_cpuid(1, &a, &b, &c, &d) || !has(c, AVX_FIRST)) return 2;
  if (!__get_cpuid(0x80000001, &a, &b, &extended, &d) || !has(extended, bit_LZCNT)) return 2;
  if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || !has(b, AVX2)) return 2;
  unsigned saved = saved_by_the_system();
  if (!has(saved, SAVES_AVX)) return 2;
  return has(b, AVX512) && has(saved, SAVES_AVX512) ? 4 : 3;
}
