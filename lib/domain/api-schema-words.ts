const ids = {
  project: "3f0c8a4e-0d5b-4a57-9a3f-5d8f2f6f1c01",
  task: "3f0c8a4e-0d5b-4a57-9a3f-5d8f2f6f1c02",
  sample: "3f0c8a4e-0d5b-4a57-9a3f-5d8f2f6f1c03",
  judge: "3f0c8a4e-0d5b-4a57-9a3f-5d8f2f6f1c04",
};

/** A description of a named schema, with examples that its schema accepts. */
export interface SchemaWords {
  description: string;
  examples?: readonly unknown[];
}

/** What OpenAPI says about the schemas that scripts meet first. */
export const schemaWords: Readonly<Record<string, SchemaWords>> = {
  Project: {
    description: "People and their tasks; the border of permission. `role` is your own.",
    examples: [
      {
        id: ids.project,
        name: "Summaries 2026",
        description: "Two systems on 200 articles",
        demo: false,
        archivedAt: null,
        role: "admin",
        admins: ["Ada Lovelace"],
        tasks: 1,
        samples: 400,
        annotators: 3,
      },
    ],
  },
  CreateProjectBody: { description: "A new project.", examples: [{ name: "Summaries 2026" }] },
  UpdateProjectBody: { description: "What to change; what is left out stays as it is.", examples: [{ archived: true }] },
  DeleteBody: { description: "Deletion is confirmed by the name of what is deleted.", examples: [{ confirmName: "Summaries 2026" }] },
  Task: { description: "What is being judged: texts, their guidelines and how they are given out, with counts and what there is for you." },
  NewTask: {
    description: "A task's content; only the name is needed.",
    examples: [{ name: "Faithfulness", inputName: "article", outputName: "summary", annotatorsPerSample: 3, arm: "blind" }],
  },
  Sample: { description: "One input with the output to judge, or two outputs to compare." },
  SampleDetail: { description: "One sample with everything about it: texts, drafts, evaluations, labels, known answers and history." },
  Evaluation: { description: "One annotator's result for one unit: the score, and what became of each line of the draft." },
  Draft: { description: "A judge's evaluation of one unit: a score and its lines. Drafts are never changed." },
  Item: { description: "One line of a draft: conclusion, score, evidence, explanation or heading." },
  Criterion: { description: "One thing to judge, with its scale." },
  NewCriterion: { description: "A criterion as it is written: name, definition and scale." },
  CriteriaSet: { description: "A versioned list of criteria; frozen once it is published." },
  Judge: { description: "An evaluator that is not a person: a model behind an endpoint, a metric, or a panel of others." },
  Run: { description: "One judge over one criteria set and its samples, with progress, cost and failures." },
  StartRunBody: { description: "Which judge drafts what.", examples: [{ judgeId: ids.judge }] },
  RunControlBody: { description: "What to do with a run.", examples: [{ verb: "pause" }] },
  RunDraft: { description: "A draft as a run stored it." },
  Exchange: { description: "One question to a model, byte for byte as sent, and its reply." },
  Import: { description: "An import: what its file holds, its problems by row, and how far it is." },
  PreparedExport: { description: "An export that the worker writes: how far it is, and until when its file can be downloaded." },
  PrepareExportBody: {
    description: "Which export to write.",
    examples: [{ format: "jsonl" }, { format: "csv", task: ids.task, excluded: "without" }],
  },
  Action: {
    description:
      "Accept, revise, remove or add, by one annotator on one item; or set-score; or allow and disallow, which mark another score as also acceptable and take the mark away. Never changed or deleted.",
  },
  AssignmentSummary: { description: "One sample given to one annotator." },
  OpenedAssignment: { description: "An assignment with everything that the workspace shows." },
  AnnotatorProgress: { description: "How far one annotator is in a task." },
  Report: { description: "What is computed of a project's ratings: agreement, judges against people, use of drafts. Nobody edits it." },
  Figure: { description: "A number with its n and interval; null with the reason where it is undefined." },
  Interval: { description: "An interval with its method and level." },
  Person: { description: "A member of a project." },
  ApiKey: { description: "An API key without its secret." },
  Protocol: { description: "How a judge is asked, with its options and built-in prompts." },
  StudyPlan: { description: "Who rates what: the choices of a study and, once it is started, its allocation." },
  StudyPlanContent: {
    description:
      "The choices of a study. `samples` draws a part of the task's; with `draw` \"judges-differ\" inputs where judges differ are more likely, and the report's sharpened mean weights by the chances.",
    examples: [{ arms: [{ arm: "blind" }], people: 5, overlap: 2, samples: 100, draw: "judges-differ", seed: 7 }],
  },
  CriteriaRound: { description: "A round in which experts redline a judge's criteria." },
  Webhook: { description: "An address that is notified of events in a project." },
  WebhookDelivery: { description: "One event for one webhook, with every attempt to send it." },
  CreateWebhookBody: {
    description: "Where and of what to tell.",
    examples: [{ url: "https://example.org/redline", events: ["run.ended", "task.complete"] }],
  },
  Done: { description: "It was done.", examples: [{ ok: true }] },
};
