import { readdirSync, readFileSync } from "node:fs";

/** What Linux says of a process in a file below /proc; nothing, if it has ended. */
export function contentOf(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, "utf8");
  } catch {
    return "";
  }
}

/** The fields of a process's or thread's `stat` from its state on. */
export const fieldsOf = (path: string): string[] => contentOf(`${path}/stat`).split(") ")[1]?.split(" ") ?? [];

/** The processes that another has started, this one where none is named. */
export const childrenOf = (parent = process.pid): string[] =>
  readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && fieldsOf(pid)[1] === String(parent));
/** Those of them that compute for its pages. */
export const computersOf = (parent?: number): string[] =>
  childrenOf(parent).filter((pid) => contentOf(`${pid}/cmdline`).includes("\0compute\0"));
