const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/**
 * A text as stored: each "@Name" of somebody who may be mentioned becomes "@[user id]". The longest name wins; people with the same name are all
 * mentioned.
 */
export function storeMentions(text: string, people: readonly { userId: string; called: string }[]): { text: string; userIds: string[] } {
  const byName = new Map<string, string[]>();
  for (const { userId, called } of people) {
    const name = called.toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), userId]);
  }
  if (byName.size === 0) return { text, userIds: [] };
  const names = [...byName.keys()].sort((a, b) => b.length - a.length).map(escaped);
  const userIds = new Set<string>();
  const stored = text.replace(new RegExp(`@(${names.join("|")})(?![\\p{L}\\p{N}_])`, "giu"), (whole, name: string) => {
    const meant = byName.get(name.toLowerCase()) ?? [];
    for (const id of meant) userIds.add(id);
    return meant.length === 0 ? whole : meant.map((id) => `@[${id}]`).join(" ");
  });
  return { text: stored, userIds: [...userIds] };
}

/** A stored text as one reader sees it; `called` null: the id was typed, not resolved. */
export const showMentions = (text: string, called: (userId: string) => string | null): string =>
  text.replace(/@\[([^\]\s]{1,64})\]/g, (whole, userId: string) => {
    const name = called(userId);
    return name === null ? whole : `@${name}`;
  });
