import { z } from "zod";
import { account } from "./account";
import { type Endpoint, nothing } from "./api-endpoint";
import { apiKey, createApiKeyBody } from "./api-key";
import { excludeAnnotatorBody, exclusion } from "./exclusion";
import { wholeList } from "./page";
import { role } from "./policy";
import { invitedPerson, invitePersonBody, person } from "./project";
import { taskPeople, taskPerson } from "./task-person";

const keyList = wholeList(apiKey, ({ id }) => id);

/** The part of the HTTP interface about people: members, API keys and accounts. */
export const peopleEndpoints = {
  listPeople: { method: "GET", path: "/projects/{projectId}/people", summary: "Members", ...wholeList(person, ({ userId }) => userId) },
  invitePerson: {
    method: "POST",
    path: "/projects/{projectId}/people",
    summary: "Invite or add a member; the reply has the link to send them",
    body: invitePersonBody,
    reply: invitedPerson,
  },
  updatePerson: {
    method: "PATCH",
    path: "/projects/{projectId}/people/{userId}",
    summary: "Change a role",
    body: z.object({ role }),
    reply: person,
  },
  removePerson: {
    method: "DELETE",
    path: "/projects/{projectId}/people/{userId}",
    summary: "Remove a person from the project; their work is kept",
    reply: nothing,
  },
  resetPassword: {
    method: "POST",
    path: "/projects/{projectId}/people/{userId}/reset-link",
    summary: "A one-time link to set a new password; ends the person's sessions and API keys, unless they ask for it themselves",
    reply: z.object({ link: z.string() }),
  },

  readTaskPeople: {
    method: "GET",
    path: "/tasks/{taskId}/people",
    summary: "What each annotator of a task has done, their pace, cost and agreement with the others, for researchers",
    ...wholeList(taskPerson, ({ annotatorId }) => annotatorId, { reply: taskPeople.omit({ items: true }).shape }),
  },
  listExclusions: {
    method: "GET",
    path: "/projects/{projectId}/exclusions",
    summary: "Annotators left out of reports, with the reasons",
    ...wholeList(exclusion, ({ id }) => id),
  },
  excludeAnnotator: {
    method: "POST",
    path: "/projects/{projectId}/exclusions",
    summary: "Leave an annotator out of the reports of a task, or of the project; their work is kept, open work goes back to the queue",
    body: excludeAnnotatorBody,
    reply: z.object({ id: z.uuid(), released: z.int() }),
  },
  liftExclusion: {
    method: "DELETE",
    path: "/exclusions/{exclusionId}",
    summary: "Lift an exclusion: the annotator's work counts again, and they get work again",
    reply: nothing,
  },

  listApiKeys: {
    method: "GET",
    path: "/api-keys",
    summary: "Your API keys; with `all`, everyone's, for administrators of the installation",
    ...keyList,
    query: keyList.query.extend({ all: z.stringbool().default(false) }),
  },
  createApiKey: {
    method: "POST",
    scope: "session",
    path: "/api-keys",
    summary: "Create an API key; only this reply shows it",
    body: createApiKeyBody,
    reply: z.object({ apiKey, key: z.string() }),
  },
  listProjectApiKeys: {
    method: "GET",
    path: "/projects/{projectId}/api-keys",
    summary: "API keys of the project's members, for its admins",
    ...keyList,
  },
  revokeApiKey: {
    method: "DELETE",
    path: "/api-keys/{keyId}",
    summary: "Revoke an API key: your own, or that of a member of a project you administer",
    reply: nothing,
  },
  listAccounts: {
    method: "GET",
    path: "/accounts",
    summary: "All accounts, for administrators of the installation",
    ...wholeList(account, ({ userId }) => userId),
  },
  updateAccount: {
    method: "PATCH",
    path: "/accounts/{userId}",
    summary: "Disable an account, which ends its sessions, keys and links, or enable it again",
    body: z.object({ disabled: z.boolean() }),
    reply: account,
  },
  deleteAccount: {
    method: "DELETE",
    path: "/accounts/{userId}",
    summary: "Delete an account for good: its work is kept, its identity removed; the e-mail address must be sent",
    body: z.object({ confirmEmail: z.string() }),
    reply: nothing,
  },
} as const satisfies Record<string, Endpoint>;
