import "server-only";
import { endpoints } from "@/lib/domain/api";
import type { Endpoint } from "@/lib/domain/api-endpoint";
import { otherTemplates } from "./other-templates";

const apiBase = "/api/v1";
const segmentsOf = (path: string) => path.split("/").filter((segment) => segment !== "");
const isPlace = (segment: string) => segment.startsWith("{");

/** Templates by their number of segments: the only ones a path can match. */
function bySize(templates: readonly string[]): Map<number, string[][]> {
  const sorted = new Map<number, string[][]>();
  for (const template of new Set(templates)) {
    const segments = segmentsOf(template);
    sorted.set(segments.length, [...(sorted.get(segments.length) ?? []), segments]);
  }
  // A word wins over a placeholder: /tasks/new is not a task.
  const places = (segments: string[]) => segments.filter(isPlace).length;
  for (const [size, list] of sorted)
    sorted.set(
      size,
      list.toSorted((a, b) => places(a) - places(b)),
    );
  return sorted;
}

const known = bySize([...Object.values(endpoints).map((endpoint: Endpoint) => apiBase + endpoint.path), ...otherTemplates]);

/**
 * The template of a path, such as `/api/v1/tasks/{taskId}`: metrics and logs name it instead of the path, which has ids and one-time tokens. Paths that
 * lead nowhere share one name, so that nobody can make up new ones.
 */
export function routeTemplate(path: string): string {
  if (path.startsWith("/_next/")) return "/_next/*";
  if (path.startsWith("/api/auth/")) return "/api/auth/*";
  const segments = segmentsOf(path);
  const fits = (template: string[]) => template.every((part, at) => isPlace(part) || part === segments[at]);
  const found = known.get(segments.length)?.find(fits);
  return found === undefined ? "(unknown)" : `/${found.join("/")}`;
}
