/** One turn of a conversation. */
export interface Turn {
  role: string;
  text: string;
}

/** The turns of a conversation written as JSON (OpenAI's or ShareGPT's lists) or as paragraphs that begin with "User:"; null: it is neither. */
export function readTurns(text: string): Turn[] | null {
  const trimmed = text.trim();
  return /^[[{]/.test(trimmed) ? readJson(trimmed) : readLabelled(trimmed);
}

function readJson(text: string): Turn[] | null {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  const list = Array.isArray(parsed) ? parsed : isObject(parsed) ? (parsed.messages ?? parsed.conversations ?? [parsed]) : null;
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

const label = /^(?:###\s*)?(system|user|human|assistant|ai|bot|model|tool)\s*:[ \t]*/imu;

function readLabelled(text: string): Turn[] | null {
  const starts = [...text.matchAll(new RegExp(label.source, "gimu"))];
  if (starts.length < 2 || starts[0]?.index !== 0) return null;
  return starts.map((start, index) => ({
    role: start[1] ?? "",
    text: text.slice(start.index + start[0].length, starts[index + 1]?.index).trim(),
  }));
}
