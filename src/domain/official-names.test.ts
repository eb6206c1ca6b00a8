import { expect, it } from 'vitest'
import { isOfficialName } from './official-names.ts'
import { usernameForm } from './username.ts'

it.each([
  ...[
    'admin',
    'ADMIN',
    'Administrator',
    'Support',
    'help',
    'RollCall',
    'moderator',
    'Mod',
    'Staff',
    'System',
    'helpdesk',
  ],
  ...['Ad min', 'a.d.m.i.n', 'Admin_', 'adm1n', 'ADM1N', '4dmin', 'admln', 'Admın', 'Ádmin', 'Adminn', 'Admin 2026'],
  ...[
    'adrnin',
    'Supp0rt',
    '5upport',
    'Suport',
    'He1p',
    'HeIp',
    'R0llcall',
    'RoIICaII',
    'Rol1-Call',
    'M0derat0r',
    'Ａｄｍｉｎ',
  ],
  ...['RollCall Support', 'The Admin Team', 'Support Team', 'RollCall News', 'Official App', 'RollCall 2'],
  ...['Administrador', 'Soporte', 'Suporte', 'Ajuda', 'Équipe', '運営', 'サポート', 'Админ', '관리자'],
])('[N-15] The username %s is reserved because it looks official', (name) => {
  expect(isOfficialName(usernameForm(name))).toBe(true)
})

it.each([
  ...[
    'Helena',
    'Coach Ivo',
    'Ana Silva',
    'Helper Bob',
    'Help Me Coach',
    'Team Alpha',
    'Supporter',
    'Modesto',
    'Adminda',
  ],
  ...['Joe Root', 'Rollie', 'Theo', '7', '1', 'Infante', 'Mo Do', 'Maria Suporte Lima', '山田', '公平', 'Demo Coach'],
])('The username %s is not reserved', (name) => {
  expect(isOfficialName(usernameForm(name))).toBe(false)
})
