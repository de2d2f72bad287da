import { nothing } from "./api-endpoint";
import { ownParticipation, participation, saveLinkBody } from "./participation";

/** The part of the public HTTP interface that is about people who come through a participation link. */
export const participationEndpoints = {
  readParticipation: {
    method: "GET",
    path: "/tasks/{taskId}/plan/link",
    summary: "The participation link of the running plan, else of the draft, and who came through it",
    reply: participation,
  },
  saveParticipationLink: {
    method: "PUT",
    path: "/tasks/{taskId}/plan/link",
    summary: "Set the link's codes and return address, close it to new people or open it again; the first call makes the link",
    body: saveLinkBody,
    reply: participation,
  },
  renewParticipationLink: {
    method: "POST",
    path: "/tasks/{taskId}/plan/link/renew",
    summary: "Replace the link's address; the old one stops working, and people who used it go on with the new one",
    reply: participation,
  },
  readOwnParticipation: {
    method: "GET",
    scope: "annotate",
    path: "/tasks/{taskId}/participation",
    summary:
      "Your own part in the study you came to through a link: whether it is complete, and the code to return with; null if you did not",
    reply: ownParticipation.nullable(),
  },
  declineConsent: {
    method: "POST",
    scope: "annotate",
    path: "/tasks/{taskId}/consent/decline",
    summary: "Decline the consent text of the study, which frees your place",
    reply: nothing,
  },
} as const;
