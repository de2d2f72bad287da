/** A text with the code of each of these people in place of their name, the longest name first: "Ann" may be all of one and a part of another. */
export function namedByCode(people: readonly { name: string; code: string }[]): (text: string) => string {
  const codes = new Map(people.map(({ name, code }) => [name, code]));
  if (codes.size === 0) return (text) => text;
  const longestFirst = [...codes.keys()].sort((a, b) => b.length - a.length);
  const names = longestFirst.map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|");
  // At once, since a code may be somebody's name.
  const wholeWords = new RegExp(`(?<![\\p{L}\\p{N}])(?:${names})(?![\\p{L}\\p{N}])`, "gu");
  return (text) => text.replace(wholeWords, (name) => codes.get(name) ?? name);
}
