import { type Turn, turnsOf } from "@/lib/domain/chat-turns";

/** The turns of a conversation written as JSON (OpenAI's or ShareGPT's lists) or as paragraphs that begin with "User:"; null: it is neither. */
export function readTurns(text: string): Turn[] | null {
  const trimmed = text.trim();
  return /^[[{]/.test(trimmed) ? readJson(trimmed) : readLabelled(trimmed);
}

function readJson(text: string): Turn[] | null {
  try {
    return turnsOf(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
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
