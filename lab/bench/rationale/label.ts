/** A labeled case: the feedback from three interviews as sentences; one that starts with "+ " is about the red flag, for or against it. */
export type LabelledCase = { kind: string; flag: number; interviews: [string[], string[], string[]] }
