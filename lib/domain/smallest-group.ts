/** Units that a group, a form of outputs or all without it must have to be compared with the others. */
export const smallestGroup = 20;
