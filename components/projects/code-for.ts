/** A free code made of the label's words. */
export function codeFor(label: string, taken: readonly string[]): string {
  const words = label
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const code = (words ?? ["reason"]).join("-").slice(0, 60).replace(/-$/, "");
  if (!taken.includes(code)) return code;
  let turn = 2;
  while (taken.includes(`${code}-${turn}`)) turn += 1;
  return `${code}-${turn}`;
}
