/** One turn of a conversation. */
export interface Turn {
  role: string;
  text: string;
}

/** The turns in a JSON value: a list in OpenAI's or ShareGPT's shape, or an object that holds one as messages or conversations; null: it is neither. */
export function turnsOf(value: unknown): Turn[] | null {
  const list = Array.isArray(value) ? value : isObject(value) ? (value.messages ?? value.conversations ?? [value]) : null;
  if (!Array.isArray(list) || list.length === 0) return null;
  const turns = list.map(toTurn);
  return turns.every((turn) => turn !== null) ? turns : null;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

function toTurn(value: unknown): Turn | null {
  if (!isObject(value)) return null;
  const role = value.role ?? value.from;
  const content = value.content ?? value.value ?? value.text;
  const text = Array.isArray(content)
    ? content.map((part) => (isObject(part) && typeof part.text === "string" ? part.text : "")).join("\n")
    : content;
  return typeof role === "string" && typeof text === "string" ? { role, text } : null;
}

const answering = new Set(["assistant", "gpt", "model", "bot", "ai", "chatgpt", "bard", "bing"]);

/** Whether a turn is the model's. */
export const isAnswer = ({ role }: Turn): boolean => answering.has(role.toLowerCase());

const shownRole = (turn: Turn) => (isAnswer(turn) ? "Assistant" : /^(?:user|human)$/i.test(turn.role) ? "User" : capitalised(turn.role));
const capitalised = (word: string) => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Turns as one text: a lone turn as it is, several as paragraphs that begin with "User:", "Assistant:" and so on. */
export const textOfTurns = (turns: readonly Turn[]): string =>
  turns.length === 1 ? (turns[0]?.text ?? "") : turns.map((turn) => `${shownRole(turn)}: ${turn.text}`).join("\n\n");
