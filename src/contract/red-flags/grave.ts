import { z } from 'zod'

/** Severe conduct that's listed first, under any red flag, and how it's worded in feedback. */
export const GRAVE_KINDS = {
  harm: {
    name: 'harm to a patient',
    looks_like: "A patient died or was injured, assaulted, restrained or left in danger because of something the candidate did or didn't report.",
  },
  exposure: {
    name: 'exposure of data',
    looks_like: 'Named or recognizable patients posted, sold, photographed, forwarded or told to outsiders; a chart opened out of curiosity.',
  },
  dishonesty: {
    name: 'dishonesty about licenses or records',
    looks_like: 'A false, lapsed, suspended or borrowed license or degree; charts, logs, signatures, visits or claims altered, backdated or made up.',
  },
  harassment: {
    name: 'harassment',
    looks_like: 'Sexual remarks, touching, threats, slurs or retaliation against patients, students or coworkers; sex with a patient.',
  },
  drugs: {
    name: 'drugs at work',
    looks_like: 'Medication diverted, stolen or prescribed to oneself; drunk, high or impaired at work; a positive drug test.',
  },
} as const

export const GraveKind = z.enum(['harm', 'exposure', 'dishonesty', 'harassment', 'drugs']).describe(
  Object.entries(GRAVE_KINDS)
    .map(([kind, { name, looks_like }]) => `\`${kind}\`, ${name}: ${looks_like}`)
    .join(' '),
)
export type GraveKind = z.infer<typeof GraveKind>
