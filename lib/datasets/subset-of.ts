const partsOf = (path: string) => path.split(/[\\/]/).filter((part) => part !== "" && part !== ".");
const bare = (name: string) => name.replace(/\.[a-z0-9]{1,8}$/i, "");

/**
 * The subset of a file: its name without extension or, for "dataset" (as all of LLMBar's files are called), its folder's name. A subset
 * thus has the same name whether its folder or all of LLMBar was uploaded, and a repeated import recognizes its samples.
 */
export function subsetOf(path: string): string {
  const parts = partsOf(path);
  const name = bare(parts.at(-1) ?? "");
  return name === "dataset" ? (parts.at(-2) ?? name) : name;
}

/** The dataset that an evaluator's verdicts are about, as LLMBar keeps them: beside dataset.json in the folder evaluators. */
export const datasetOf = (path: string): string => path.replace(/(^|[\\/])evaluators[\\/].*$/, "$1dataset.json");

/** The subsets of files read together; files that would share a name are distinguished by their folders. Verdicts have the subset they are about. */
export function subsetsOf(paths: readonly string[]): Map<string, string> {
  const datasets = [...new Set(paths.map(datasetOf))];
  const names = datasets.map(subsetOf);
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  const nameOf = new Map(
    datasets.map((path, index) => {
      const name = names[index] ?? "";
      const unique = times.get(name) === 1;
      const folders = partsOf(path).slice(0, -1);
      return [
        path,
        unique ? name : [...folders.slice(name === folders.at(-1) ? -2 : -1), ...(name === folders.at(-1) ? [] : [name])].join("/"),
      ];
    }),
  );
  return new Map(paths.map((path) => [path, nameOf.get(datasetOf(path)) ?? subsetOf(path)]));
}
