/** One message of a request, for reading. */
export interface ShownMessage {
  key: string;
  role: string;
  text: string;
}

/** The messages of a request to a chat endpoint, with images as their address; of another request (texts to be turned into vectors) its texts. */
export function messagesOf(request: Record<string, unknown>): ShownMessage[] {
  const { messages, input } = request;
  if (Array.isArray(messages)) return messages.map((message, index) => ({ key: `${index}`, ...shown(message) }));
  const texts = Array.isArray(input) ? input : typeof input === "string" ? [input] : [];
  return texts.map((text, index) => ({ key: `${index}`, role: `text ${index + 1}`, text: String(text) }));
}

function shown(message: unknown): Omit<ShownMessage, "key"> {
  const { role, content } = (typeof message === "object" && message !== null ? message : {}) as { role?: unknown; content?: unknown };
  const parts = Array.isArray(content) ? content : [content];
  return { role: String(role ?? "message"), text: parts.map(partText).join("\n\n") };
}

function partText(part: unknown): string {
  if (typeof part === "string") return part;
  const { text, image_url: image } = (typeof part === "object" && part !== null ? part : {}) as {
    text?: unknown;
    image_url?: { url?: unknown };
  };
  if (typeof text === "string") return text;
  return typeof image?.url === "string" ? `[image: ${image.url.slice(0, 200)}]` : JSON.stringify(part);
}
