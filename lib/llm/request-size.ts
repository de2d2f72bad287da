import "server-only";
import type { RequestSize } from "@/lib/domain/gate";
import type { ChatMessage } from "@/lib/protocols/protocol";

/** What a model's template adds to each message: an estimate, since no endpoint says. */
const bytesPerMessage = 16;

/** How large a chat request is at most: all its texts with the schema, and as long a reply as it may have. */
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
