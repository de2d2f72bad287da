/** A task's folder: its name, without what some file systems refuse. A name that is not changed by this comes back from the folder's. */
export const folderName = (task: string): string =>
  task
    .replaceAll(/[\p{Cc}\\/:*?"<>|]/gu, "-")
    .replace(/^[ ._]+|(?<![ .])[ .]+$/g, "")
    .slice(0, 100) || "task";

/**
 * The files of annotators: named after each where that can be a file, else A1.json and so on, which the reader recognises as an annotator's whatever
 * the name inside.
 */
export function annotatorFiles(names: readonly string[]): string[] {
  const taken = new Set(["combine_data", ...names.map((name) => name.toLowerCase())]);
  const seen = new Set<string>();
  let number = 0;
  return names.map((name) => {
    const key = name.toLowerCase();
    if (folderName(name) === name && key !== "combine_data" && !seen.has(key)) {
      seen.add(key);
      return `${name}.json`;
    }
    do number += 1;
    while (taken.has(`a${number}`));
    return `A${number}.json`;
  });
}

/**
 * Different folders for tasks, whose names may become equal. Names that need no change come first: JSON.parse gives names like "1" before all others,
 * so that the reader may have the tasks in another order than the writer.
 */
export function folderNames(tasks: readonly string[]): string[] {
  const seen = new Set<string>();
  const take = (task: string): string => {
    const base = folderName(task);
    let name = base;
    for (let again = 2; seen.has(name.toLowerCase()); again++) name = `${base} ${again}`;
    seen.add(name.toLowerCase());
    return name;
  };
  const unchanged = new Map(tasks.filter((task) => folderName(task) === task).map((task) => [task, take(task)]));
  return tasks.map((task) => unchanged.get(task) ?? take(task));
}
