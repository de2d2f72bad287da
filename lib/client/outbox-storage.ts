import type { NewAction } from "@/lib/domain/action";

/** Storage in which unsent actions survive a reload: one entry per action, so two tabs never overwrite each other's. */
export interface OutboxStorage {
  /** False if the browser refuses to store it (full or disabled). */
  put(criterionId: string, action: NewAction): boolean;
  remove(actionIds: Iterable<string>): void;
  /** Actions left from an earlier visit, by criterion, oldest first. */
  read(): Map<string, NewAction[]>;
}

interface Entry {
  order: number;
  criterionId: string;
  action: NewAction;
}

/** Keeps an assignment's unsent actions in the given browser storage. */
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

// Checks only enough to recognise our own entries: the server validates actions fully, and its schemas would weigh on every first page load.
function isEntry(value: unknown): value is Entry {
  if (!isObject(value) || typeof value.order !== "number" || typeof value.criterionId !== "string" || !isObject(value.action)) return false;
  const { id, kind, at, parentId } = value.action;
  return (
    typeof id === "string" && typeof kind === "string" && typeof at === "string" && (parentId === null || typeof parentId === "string")
  );
}

/** Ignores entries that something else wrote under our key. */
function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The browser's local storage, or null if it is disabled. */
export function lastingStore(): Storage | null {
  try {
    return window.localStorage;
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
