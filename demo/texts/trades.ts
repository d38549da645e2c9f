import type { RoleKey } from '../roles.ts'
import { ANALYST } from './analyst.ts'
import { AUDITOR } from './auditor.ts'
import { COORDINATOR } from './coordinator.ts'
import { INFORMATICS } from './informatics.ts'
import { NURSE } from './nurse.ts'
import { PHARMACIST } from './pharmacist.ts'
import { SCHEDULING } from './scheduling.ts'
import { THERAPIST } from './therapist.ts'
import type { Trade } from './trade.ts'

export const TRADES: Record<RoleKey, Trade> = {
  nurse: NURSE,
  informatics: INFORMATICS,
  coordinator: COORDINATOR,
  auditor: AUDITOR,
  scheduling: SCHEDULING,
  analyst: ANALYST,
  therapist: THERAPIST,
  pharmacist: PHARMACIST,
}
