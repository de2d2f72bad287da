import { QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { createQueryClient } from "@/lib/client/query-client";
import type { Role } from "@/lib/domain/policy";
import type { ProjectSummary } from "@/lib/domain/project";
import { ProjectGate } from "./project-gate";

const projectId = "7f0c2f8e-3b55-4f8e-9d5f-0a6a3f1f7c11";
let pathname = "";
vi.mock("next/navigation", () => ({ usePathname: () => pathname }));

const project = (role: Role, admins: string[]): ProjectSummary => ({
  id: projectId,
  name: "Poems",
  description: "",
  demo: false,
  archivedAt: null,
  role,
  admins,
  tasks: 1,
  samples: 1,
  annotators: 1,
});

/** Renders a project page with this project reply from the server; null means not found. */
function open(segment: string, reply: ProjectSummary | null) {
  pathname = `/projects/${projectId}/${segment}`;
  const refusal = { error: { code: "not_found", message: "There is no such project.", requestId: "r" } };
  vi.stubGlobal("fetch", async () => Response.json(reply ?? refusal, { status: reply === null ? 404 : 200 }));
  const page = render(
    <QueryClientProvider client={createQueryClient()}>
      <ProjectGate projectId={projectId}>
        <button type="button">Invite a person</button>
      </ProjectGate>
    </QueryClientProvider>,
  );
  return page;
}

const shown = () => document.body.textContent;
const link = () => screen.getByRole("link").getAttribute("href");

test("a page the role does not allow says whom to ask, shows no content, and links back to the project", async () => {
  const page = open("settings", project("annotator", ["Ada", "Grace"]));
  expect(shown()).not.toContain("Invite a person");
  await screen.findByText("Settings is for the researchers and admins of this project");
  expect(shown()).toContain("You are an annotator here. Ask Ada or Grace for another role.");
  expect(shown()).not.toContain("Invite a person");
  expect(link()).toBe(`/projects/${projectId}`);
  page.unmount();
  open("report", project("annotator", []));
  await screen.findByText("Report is for the researchers and admins of this project");
  expect(shown()).toContain("Ask an administrator of this installation");
});

test("an expert cannot annotate, and an annotator cannot redline criteria", async () => {
  const page = open("annotate", project("expert", ["Ada"]));
  await screen.findByText("Annotate is for the annotators, researchers, and admins of this project");
  expect(shown()).toContain("You are an expert here.");
  page.unmount();
  open("criteria", project("annotator", ["Ada"]));
  await screen.findByText("Criteria is for the experts, researchers, and admins of this project");
});

test("a page the role allows is shown", async () => {
  for (const [segment, role] of [
    ["people", "admin"],
    ["report", "researcher"],
    ["annotate", "annotator"],
  ] as const) {
    const page = open(segment, project(role, ["Ada"]));
    await screen.findByRole("button", { name: "Invite a person" });
    page.unmount();
  }
});

test("an unknown project's URL leads back to the list", async () => {
  for (const segment of ["annotate", "people", ""]) {
    const page = open(segment, null);
    await screen.findByText("There is no such project, or you are not in it");
    expect(shown()).not.toContain("Invite a person");
    expect(link()).toBe("/projects");
    page.unmount();
  }
});
