import { expect, test } from 'vitest'
import { findLockFaults } from '../scripts/supply.mjs'

const manifest = { name: 'rounds', dependencies: { nodemailer: '10.6.0' } }
const whole = { version: '10.6.0', integrity: 'sha512-a' }
const errorsOf = (nodemailer: object) =>
  findLockFaults(
    manifest,
    { packages: { '': { name: 'rounds', dependencies: { nodemailer: '10.6.0' } }, 'node_modules/nodemailer': nodemailer } },
    { nodemailer: ['10.4.1', 'CVE'] },
  )

test('a complete lockfile passes; versions below the minimum, other sources, links and missing integrity hashes are reported', () => {
  expect(errorsOf(whole)).toEqual([])
  expect(errorsOf({ ...whole, version: '10.4.0' })).toEqual(['node_modules/nodemailer is 10.4.0, below 10.4.1: CVE'])
  expect(errorsOf({ ...whole, version: '9.9.9' })).toHaveLength(1)
  expect(errorsOf({ ...whole, resolved: 'git+ssh://git@example.org/nodemailer.git' })).toHaveLength(1)
  expect(errorsOf({ link: true })).toEqual(['node_modules/nodemailer is a link'])
  expect(errorsOf({ version: '10.6.0' })).toEqual(['node_modules/nodemailer has no sha512 integrity'])
})

test('a lockfile that differs from package.json is reported', () => {
  const lock = { packages: { '': { name: 'rounds', dependencies: { nodemailer: '10.5.0' } } } }
  expect(findLockFaults(manifest, lock, {})).toEqual(['dependencies of package.json and package-lock.json differ: run npm install'])
})
