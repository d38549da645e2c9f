/** A labelled case: the feedback of three interviews as sentences; one that begins with "+ " bears on the red flag, for or against it. */
export type LabelledCase = { kind: string; flag: number; interviews: [string[], string[], string[]] }
