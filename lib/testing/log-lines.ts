import pino from "pino";
import { log } from "@/lib/log";

/** Collects what this process logs, at every level, instead of writing it. */
export function collectLog(): { lines: string[]; stop: () => void } {
  const lines: string[] = [];
  const held = log as unknown as Record<symbol, unknown>;
  const { level } = log;
  const stream = held[pino.symbols.streamSym];
  held[pino.symbols.streamSym] = { write: (line: string) => lines.push(line) };
  log.level = "trace";
  return {
    lines,
    stop: () => {
      held[pino.symbols.streamSym] = stream;
      log.level = level;
    },
  };
}
