/** Which marked text of injected-markup.spec.ts goes through which fields of the API's bodies. Every mark must be shown on some page. */
export const hostileTexts: Record<string, readonly string[]> = {
  project: ["createProject.name", "updateProject.name"],
  "project description": ["createProject.description", "updateProject.description"],
  task: ["createTask.name", "updateTask.name"],
  "task description": ["createTask.description", "updateTask.description"],
  guidelines: ["createTask.guidelines", "updateTask.guidelines"],
  "input name": ["createTask.inputName", "updateTask.inputName"],
  "output name": ["createTask.outputName", "updateTask.outputName"],
  "criterion 1": ["createCriteriaSet.criteria[].name"],
  definition: ["createCriteriaSet.criteria[].definition"],
  level: ["createCriteriaSet.criteria[].scale.levels[].label"],
  "level text": ["createCriteriaSet.criteria[].scale.levels[].description"],
  label: ["createCriteriaSet.criteria[].scale.levels[].label"],
  "reason code": ["saveReasonCodes.items[].label", "saveReasonCodes.criteria[].label"],
  "prompt note": ["createPromptVersion.note"],
  prompt: ["createPromptVersion.texts{}"],
  key: ["createApiKey.name"],
  person: ["invitePerson.name"],
  judge: ["createJudge.name", "updateJudge.name"],
  webhook: ["createWebhook.url", "updateWebhook.url"],
  exclusion: ["excludeAnnotator.reason"],
  calibration: ["openCalibration.instructions"],
  revision: ["saveActions.actions[].text"],
  reason: ["saveActions.actions[].reason"],
  flag: ["flagAssignment.note"],
  skip: ["skipAssignment.reason"],
  return: ["returnAssignment.comment"],
  comment: ["addComment.text"],
  "comment on a criterion": ["addComment.text"],
  "gold note": ["saveGoldSample.note"],
  adjudication: ["adjudicate.reason", "confirmAdjudication.reason"],
  "frozen report": ["freezeReport.name"],
  consent: ["savePlan.consent"],
  "revised name": ["saveRedline.actions[].criterion.name"],
  "added definition": ["saveRedline.actions[].criterion.definition"],
  "redline reason": ["saveRedline.actions[].reason"],
  "round comment": ["commentOnCriterion.text"],
  "decided name": ["decideCriterion.criterion.name"],
  "decided definition": ["decideCriterion.criterion.definition"],
  decision: ["decideCriterion.note"],
};

/** Marked texts that come from files and models. */
export const hostileImports = [
  ...["id", "input", "output", "reference", "system", "subset", "metadata", "column", "file name", "bad file"],
  ...["reply in prose", "turn", "answer turn", "instruction", "output A", "output B"],
];

/** Texts that the bodies of /api/auth take, which are no endpoints of the interface. */
export const hostileAuthTexts: Record<string, readonly string[]> = {
  "own name": ["/update-user.name"],
  person: ["/set-password.name"],
};

/** Those that the journey leaves out, by why. */
export const authLeftOut: Record<string, readonly string[]> = {
  "compared with what is stored, and shown nowhere": [
    ...["/sign-in/email.email", "/sign-in/email.password", "/passkey/begin.password"],
    ...["/revoke-session.token", "/set-password.token", "/set-password.password", "/two-factor/enable.password"],
    ...["/two-factor/disable.password", "/two-factor/generate-backup-codes.password", "/two-factor/verify-totp.code"],
    ...["/two-factor/verify-backup-code.code", "/passkey/delete-passkey.id", "/passkey/update-passkey.id"],
    ...["/passkey/verify-registration.response.id", "/passkey/verify-authentication.response.id"],
    "/passkey/verify-authentication.password",
  ],
  "an address, in few characters of a fixed alphabet": ["/set-password.email"],
  "only a device makes a passkey; its name is drawn beside those of API keys, as they are": [
    ...["/passkey/verify-registration.name", "/passkey/update-passkey.name"],
  ],
};

/** Texts of bodies that the journey leaves out, by why. */
export const leftOut: Record<string, readonly string[]> = {
  "compared with a name or an address, and kept nowhere": [
    ...["deleteProject.confirmName", "deleteTask.confirmName", "deleteAccount.confirmEmail", "createJudge.apiKey", "updateJudge.apiKey"],
  ],
  "asked for only where people have rated many inputs without a draft, and shown as the names and texts of other judges are": [
    ...["createJudgeCandidate.name", "createJudgeCandidate.guidance"],
  ],
  "the text of an option in a list that opens on the import page": ["mapImport.saveAs"],
  "only read to answer this one request": [
    ...["previewPlan.named[]", "previewPlan.personal[].userId", "previewPlan.personal[].samples[]", "previewPlan.pay.currency"],
    ...["previewPlan.consent", "previewPlan.sizing.criterion", "sizePlan.plan.named[]", "sizePlan.plan.personal[].userId"],
    ...["sizePlan.plan.personal[].samples[]", "sizePlan.plan.pay.currency", "sizePlan.plan.consent", "sizePlan.plan.sizing.criterion"],
    ...["sizePlan.criterion", "estimateRun.proposal.embeddingsModel"],
  ],
  "the key of something that exists, or refused": [
    ...[
      "createPromptVersion.protocol",
      "saveCriteriaActions.actions[].itemId",
      "saveRedline.actions[].itemId",
      "saveActions.actions[].itemId",
    ],
    ...[
      "openCriteriaRound.experts[]",
      "decideCriterion.lineId",
      "commentOnCriterion.lineId",
      "savePlan.named[]",
      "savePlan.personal[].userId",
    ],
    ...["savePlan.personal[].samples[]", "savePlan.sizing.criterion", "freezeReport.filter.judge", "freezeReport.filter.system"],
    ...["freezeReport.filter.subset", "freezeReport.filter.annotator", "freezeReport.filter.finished"],
    ...["mapImport.mapping.fields{}", "mapImport.mapping.ratings.columns[]"],
  ],
  "an address or a model's name, which only a judge that answers has": [
    ...["createJudge.baseUrl", "updateJudge.baseUrl", "saveEndpointLimits.baseUrl", "createJudge.model", "updateJudge.model"],
    ...["startRun.proposal.embeddingsModel"],
  ],
  "few characters of a fixed alphabet": [
    ...["saveReasonCodes.items[].code", "saveReasonCodes.criteria[].code", "saveCriteriaActions.actions[].reasonCode"],
    ...["saveRedline.actions[].reasonCode", "saveActions.actions[].reasonCode", "savePlan.pay.currency", "changePlan.pay.currency"],
    ...["saveParticipationLink.idParameter", "invitePerson.email"],
  ],
  "shown by the components that show a redline's criteria": [
    ...["saveCriteriaActions.actions[].text", "saveCriteriaActions.actions[].criterion.name", "saveCriteriaActions.actions[].reason"],
    ...["saveCriteriaActions.actions[].criterion.definition", "saveCriteriaActions.actions[].criterion.scale.levels[].label"],
    ...["saveCriteriaActions.actions[].criterion.scale.levels[].description", "saveRedline.actions[].text"],
    ...["saveRedline.actions[].criterion.scale.levels[].label", "saveRedline.actions[].criterion.scale.levels[].description"],
    ...["decideCriterion.criterion.scale.levels[].label", "decideCriterion.criterion.scale.levels[].description"],
  ],
  "only of an action on a criteria set": [
    ...["saveActions.actions[].criterion.name", "saveActions.actions[].criterion.definition"],
    ...["saveActions.actions[].criterion.scale.levels[].label", "saveActions.actions[].criterion.scale.levels[].description"],
  ],
  "sent to a recruitment platform, or shown in the fields where it was typed": [
    ...["saveParticipationLink.completionCode", "saveParticipationLink.screenedOutCode", "saveParticipationLink.declinedCode"],
    ...["saveParticipationLink.returnUrl"],
  ],
  "drawn by the components that draw guidelines and notes": [
    ...["saveGoldSample.answers[].why", "openExam.instructions", "noteExamTry.note", "decideExam.reason", "createJudgeCandidate.proposed"],
  ],
};

/** Pages that the journey does not open, by why. */
export const pagesLeftOut: Record<string, readonly string[]> = {
  "shows nothing that people, files or models write": ["/", "/sign-in", "/set-password", "/docs/api"],
};

const task = "?task=";

/** What the journey's pages are about. */
export type HostileIds = Record<
  | "project"
  | "task"
  | "sample"
  | "staged"
  | "failed"
  | "run"
  | "submitted"
  | "criterion"
  | "wording"
  | "running"
  | "runningTask"
  | "frozen"
  | "panel"
  | "labels"
  | "labelsTask"
  | "calibration"
  | "pairs"
  | "pairsTask"
  | "pairsSample"
  | "address",
  string
>;

/** The addresses of each page that the journey opens as an administrator. */
export function hostilePages(ids: HostileIds): Record<string, readonly string[]> {
  const of = (project: string, page: string) => `/projects/${project}${page}`;
  const own = (page: string) => of(ids.project, page);
  const ownTask = `${task}${ids.task}`;
  const runningTask = `${task}${ids.runningTask}`;
  const labelsTask = `${task}${ids.labelsTask}`;
  const pairsTask = `${task}${ids.pairsTask}`;
  const tabs = (page: string, names: readonly string[]) => names.map((tab) => own(`/${page}${ownTask}&tab=${tab}`));
  return {
    "/projects": ["/projects"],
    "/accounts": ["/accounts"],
    "/instance": ["/instance"],
    "/mentions": ["/mentions"],
    "/profile": ["/profile"],
    "/take-part/[token]": [ids.address],
    "/reports/frozen/[frozenId]": [`/reports/frozen/${ids.frozen}`],
    "/projects/[projectId]": [own("")],
    "/projects/[projectId]/tasks": [own("/tasks")],
    "/projects/[projectId]/tasks/new": [own("/tasks/new")],
    "/projects/[projectId]/tasks/[taskId]": [own(`/tasks/${ids.task}`)],
    "/projects/[projectId]/samples": [
      own(`/samples${ownTask}`),
      of(ids.labels, `/samples${labelsTask}`),
      of(ids.pairs, `/samples${pairsTask}`),
    ],
    "/projects/[projectId]/samples/[sampleId]": [own(`/samples/${ids.sample}`), of(ids.pairs, `/samples/${ids.pairsSample}`)],
    "/projects/[projectId]/samples/import": [own(`/samples/import?import=${ids.staged}`)],
    "/projects/[projectId]/criteria": [own(`/criteria${ownTask}`), ids.panel, of(ids.labels, `/criteria${labelsTask}`)],
    "/projects/[projectId]/guidelines": [
      ...tabs("guidelines", ["guidelines", "gold", "exam"]),
      of(ids.labels, `/guidelines${labelsTask}&tab=calibration`),
    ],
    "/projects/[projectId]/calibration/[taskId]/[number]": [of(ids.labels, `/calibration/${ids.labelsTask}/${ids.calibration}`)],
    "/projects/[projectId]/runs": [own(`/runs${ownTask}`)],
    "/projects/[projectId]/runs/[runId]": [own(`/runs/${ids.failed}`), own(`/runs/${ids.run}`)],
    "/projects/[projectId]/runs/improve": [of(ids.labels, `/runs/improve${labelsTask}`)],
    "/projects/[projectId]/plan": [of(ids.running, `/plan${runningTask}`)],
    "/projects/[projectId]/annotate": [own("/annotate")],
    "/projects/[projectId]/annotate/next": [own(`/annotate/next${ownTask}`)],
    "/projects/[projectId]/annotate/[assignmentId]": [own(`/annotate/${ids.submitted}`)],
    "/projects/[projectId]/review": [own(`/review${ownTask}`)],
    "/projects/[projectId]/reviews": [own(`/reviews${ownTask}&assignment=${ids.submitted}`)],
    "/projects/[projectId]/adjudications": [of(ids.running, `/adjudications${runningTask}&state=adjudicated`)],
    "/projects/[projectId]/discussion": [own(`/discussion?on=criterion&id=${ids.criterion}`)],
    "/projects/[projectId]/report": [
      own(`/report${ownTask}`),
      of(ids.running, `/report${runningTask}`),
      of(ids.pairs, `/report${pairsTask}`),
    ],
    "/projects/[projectId]/report/compare": [of(ids.running, `/report/compare${runningTask}`)],
    "/projects/[projectId]/exports": [own("/exports")],
    "/projects/[projectId]/people": [own("/people"), own(`/people${ownTask}&view=work`), of(ids.labels, `/people${labelsTask}&view=work`)],
    "/projects/[projectId]/audit": [own("/audit"), of(ids.running, "/audit"), of(ids.labels, "/audit")],
    "/projects/[projectId]/settings": [
      ...tabs("settings", ["project", "judges", "imports", "exports", "webhooks", "api"]),
      own(`/settings?tab=prompts&protocol=step-by-step&wording=${ids.wording}`),
      ...["judges", "imports", "webhooks"].map((tab) => of(ids.labels, `/settings?tab=${tab}`)),
    ],
  };
}
