/* Lists of numbers. */

export const range = (start, end) => Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);

export const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
