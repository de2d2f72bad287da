import type { NewAction } from "@/lib/domain/action";

/** Where unsent actions survive a reload: one entry an action, so that two tabs never overwrite each other's. */
export interface OutboxStorage {
  /** False when the browser refuses to keep it (full, or switched off). */
  put(criterionId: string, action: NewAction): boolean;
  remove(actionIds: Iterable<string>): void;
  /** What is left from earlier, in the order made, by criterion. */
  read(): Map<string, NewAction[]>;
}

interface Entry {
  order: number;
  criterionId: string;
  action: NewAction;
}

/** Keeps an assignment's unsent actions in the given store of the browser. */
export function createOutboxStorage(
  assignmentId: string,
  store: Pick<Storage, "getItem" | "setItem" | "removeItem" | "key" | "length"> | null,
): OutboxStorage {
  const prefix = `redline.outbox.${assignmentId}.`;
  const keys = () =>
    store === null
      ? []
      : Array.from({ length: store.length }, (_, index) => store.key(index)).filter((key) => key?.startsWith(prefix) === true);
  let order = keys().length === 0 ? 0 : Math.max(...readEntries(store, keys()).map((found) => found.order), 0) + 1;
  return {
    put(criterionId, action) {
      try {
        store?.setItem(prefix + action.id, JSON.stringify({ order, criterionId, action }));
        order++;
        return store !== null;
      } catch (error) {
        if (error instanceof DOMException) return false;
        throw error;
      }
    },
    remove(actionIds) {
      for (const id of actionIds) store?.removeItem(prefix + id);
    },
    read() {
      const byCriterion = new Map<string, NewAction[]>();
      for (const found of readEntries(store, keys()).sort((a, b) => a.order - b.order)) {
        byCriterion.set(found.criterionId, [...(byCriterion.get(found.criterionId) ?? []), found.action]);
      }
      return byCriterion;
    },
  };
}

function readEntries(store: Pick<Storage, "getItem"> | null, keys: (string | null)[]): Entry[] {
  return keys.flatMap((key) => {
    const parsed = parseJson(key === null ? null : (store?.getItem(key) ?? null));
    return isEntry(parsed) ? [parsed] : [];
  });
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

// Only enough to recognise our own entries: the server validates actions fully, and its schemas would weigh on every first page.
function isEntry(value: unknown): value is Entry {
  if (!isObject(value) || typeof value.order !== "number" || typeof value.criterionId !== "string" || !isObject(value.action)) return false;
  const { id, kind, at, parentId } = value.action;
  return (
    typeof id === "string" && typeof kind === "string" && typeof at === "string" && (parentId === null || typeof parentId === "string")
  );
}

/** What another program wrote under our key is not ours to fail over. */
function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The browser's lasting store, or null where it is switched off. */
export function lastingStore(): Storage | null {
  try {
    return window.localStorage;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
