import { z } from "zod";

/** How the texts of a task are written: as plain text, in Markdown, or as a conversation. */
export const textFormat = z.enum(["plain", "markdown", "chat"]);
export type TextFormat = z.infer<typeof textFormat>;
