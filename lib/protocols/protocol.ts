import type { DraftContent } from "@/lib/domain/draft";

export interface ChatMessage {
  role: "system" | "user" | "assistant";
  content: string;
}

/** A JSON schema as the OpenAI wire format wants it. */
export interface ReplySchema {
  name: string;
  schema: Record<string, unknown>;
}

/** Whether the model is held to a JSON schema or writes lines. */
export type ReplyForm = "json" | "text";

/** What a reply says, or why it cannot be read. An unreadable reply is never turned into a guess. */
export type ReplyReading = { ok: true; content: DraftContent } | { ok: false; problem: string };

/** How a judge is asked and how its reply is read. Pure: the same brief gives the same messages. */
export interface Protocol<Brief> {
  name: string;
  /** Changes with the wording of the prompt, by itself. */
  promptVersion: string;
  messages(brief: Brief, form: ReplyForm): ChatMessage[];
  replySchema(brief: Brief): ReplySchema;
  read(reply: string, brief: Brief): ReplyReading;
}

/** The same question again after a reply that could not be read, with the reason. */
export function askAgain(messages: ChatMessage[], reply: string, problem: string): ChatMessage[] {
  const shown = reply.length > 4000 ? `${reply.slice(0, 4000)}…` : reply;
  return [
    ...messages,
    { role: "assistant", content: shown.trim() === "" ? "(no reply)" : shown },
    {
      role: "user",
      content: `That reply could not be used: ${problem} Answer the same question again, in exactly the form that was asked for.`,
    },
  ];
}
