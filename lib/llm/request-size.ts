import "server-only";
import type { RequestSize } from "@/lib/domain/gate";
import type { ChatMessage } from "@/lib/protocols/protocol";

/** Tokens that a model's chat template adds to each message. An estimate, because no endpoint reports it. */
const bytesPerMessage = 16;

/** The maximum size of a chat request: all its texts, the schema, and the longest reply allowed. */
export function chatSize(messages: readonly ChatMessage[], schema: unknown, maxOutputTokens: number): RequestSize {
  const texts = messages.flatMap(({ content }) =>
    typeof content === "string" ? [content] : content.flatMap((part) => (part.type === "text" ? [part.text] : [])),
  );
  const images = messages.flatMap(({ content }) =>
    typeof content === "string" ? [] : content.filter((part) => part.type === "image_url"),
  );
  const written = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  const held = schema === null ? 0 : Buffer.byteLength(JSON.stringify(schema));
  return { bytes: written + held + messages.length * bytesPerMessage, images: images.length, maxOutputTokens };
}
