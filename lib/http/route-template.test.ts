import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { endpoints } from "@/lib/domain/api";
import { otherTemplates } from "./other-templates";
import { routeTemplate } from "./route-template";

const id = "5d7f0f0e-6e57-4b0a-9a57-0d6f2f4d2c11";

test.each([
  ["/", "/"],
  [`/api/v1/tasks/${id}`, "/api/v1/tasks/{taskId}"],
  [`/api/v1/assignments/${id}/actions`, "/api/v1/assignments/{assignmentId}/actions"],
  [`/projects/${id}/tasks/new`, "/projects/{projectId}/tasks/new"],
  ["/take-part/a-secret-token", "/take-part/{token}"],
  ["/api/auth/sign-in/email", "/api/auth/*"],
  ["/_next/static/chunks/a.js", "/_next/*"],
  ["/wp-login.php", "(unknown)"],
  [`/api/v1/tasks/${id}/nothing`, "(unknown)"],
])("%s is counted as %s", (path, template) => {
  expect(routeTemplate(path)).toBe(template);
});

test("every endpoint has its own template", () => {
  const missed = Object.values(endpoints).filter(
    ({ path }) => routeTemplate(`/api/v1${path.replaceAll(/\{\w+\}/g, id)}`) !== `/api/v1${path}`,
  );
  expect(missed).toEqual([]);
});

test("every page and every address beside the public interface has a template", () => {
  const app = join(import.meta.dirname, "../../app");
  const files = readdirSync(app, { recursive: true, encoding: "utf8" }).filter((file) => /(?:^|\/)(?:page\.tsx|route\.ts)$/.test(file));
  const paths = files
    .filter((file) => !file.startsWith("api/v1/") && !file.startsWith("api/auth/") && !file.includes("[..."))
    .map(
      (file) =>
        `/${file
          .split("/")
          .slice(0, -1)
          .filter((part) => !part.startsWith("("))
          .join("/")}`,
    )
    .map((path) => path.replaceAll(/\[(\w+)\]/g, "{$1}"));
  expect(paths.length).toBeGreaterThan(30);
  expect(otherTemplates.toSorted()).toEqual([...new Set(paths)].sort());
});
