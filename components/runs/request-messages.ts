/** One message of a request, for reading. */
export interface ShownMessage {
  key: string;
  role: string;
  text: string;
}

/** A request's model, and the messages of a chat (an image as its address) or the texts to be turned into vectors. `request`: its body. */
export function readRequest(request: string): { model: string; messages: ShownMessage[] } {
  const { model, messages, input } = JSON.parse(request) as Record<string, unknown>;
  const texts = Array.isArray(input) ? input : [];
  return {
    model: String(model),
    messages: Array.isArray(messages)
      ? messages.map((message, index) => ({ key: `${index}`, ...shown(message) }))
      : texts.map((text, index) => ({ key: `${index}`, role: `text ${index + 1}`, text: String(text) })),
  };
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
