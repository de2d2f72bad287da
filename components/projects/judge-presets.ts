/** OpenAI-compatible endpoints, each with its documented default address. */
export const judgePresets = {
  openai: {
    label: "OpenAI",
    name: "OpenAI",
    baseUrl: "https://api.openai.com/v1",
    needsKey: true,
    model: "gpt-4.1-mini",
    how: "Needs an API key from your account.",
  },
  ollama: {
    label: "Ollama",
    name: "Ollama",
    baseUrl: "http://127.0.0.1:11434/v1",
    needsKey: false,
    model: "llama3.1",
    how: "On this machine: run “ollama pull llama3.1”, then “ollama serve”. No key.",
  },
  vllm: {
    label: "vLLM",
    name: "vLLM",
    baseUrl: "http://127.0.0.1:8000/v1",
    needsKey: false,
    model: "",
    how: "Run “vllm serve MODEL” and give the same model name here. No key unless you set one.",
  },
  lmstudio: {
    label: "LM Studio",
    name: "LM Studio",
    baseUrl: "http://127.0.0.1:1234/v1",
    needsKey: false,
    model: "",
    how: "Start the local server in LM Studio and give the loaded model's name. No key.",
  },
  other: {
    label: "Another",
    name: "",
    baseUrl: "",
    needsKey: false,
    model: "",
    how: "Any endpoint that answers POST …/chat/completions like OpenAI's.",
  },
} as const;

export type JudgePreset = keyof typeof judgePresets;
export const presetNames = Object.keys(judgePresets) as JudgePreset[];
