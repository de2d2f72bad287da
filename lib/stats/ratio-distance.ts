/** ((x - y) / (x + y))^2 with 0/0 = 0, for x, y >= 0; huge values are scaled so that their sum stays finite. */
export function ratioDistance(x: number, y: number): number {
  const scale = x > 1e300 || y > 1e300 ? 2 ** -10 : 1;
  const sum = x * scale + y * scale;
  return sum === 0 ? 0 : ((x * scale - y * scale) / sum) ** 2;
}
