import "server-only";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ServerResponse } from "node:http";

/**
 * Asks browsers to stay on HTTPS where that is the public address: with every reply, since the first one that a browser gets may be a file or the
 * API's. Returns what ends it.
 */
export function stayOnHttps(publicUrl: string): () => void {
  const onStart = (message: unknown) => {
    (message as { response: ServerResponse }).response.setHeader("strict-transport-security", "max-age=31536000");
  };
  if (publicUrl.startsWith("https:")) subscribe("http.server.request.start", onStart);
  return () => void unsubscribe("http.server.request.start", onStart);
}
