"""The 96 groups of game design data in their order: variables, formats, loops (9.1).

Written in the small language of `language`.  Sides are the outermost index of
every value, Red before Blue.  Functions of the data known so far (nmat, poff,
successor and the like) stand in `known`.
"""

from __future__ import annotations

from typing import Final

from hexfront.systems.idahex.deck.language import Group, parse_groups, used_names

_TEXT: Final = """
IDX-G1 cgcm
  read 8i10: iprint; nprint
IDX-G2 time0
  read 8f10.0: tinit; tend; tframe; tcycle; tpd; delta
IDX-G3 net0
  read 8i10: ncells; nrank1
IDX-G4 net0
  list i from 1 to 1000
    read i5,5x,a48: i; ename0(i) as {i}
IDX-G5 net0
  read 8i10: nenv
IDX-G6 net0
  do i to nenv
    read a48: ename(i)
IDX-G7 net0
  list i from 1 to ncells
    read 8i10: i; basic_env(i) as {i}
IDX-G8 net0
  list i from 1 to 1000
    read i5,5x,a48: i; rname0(i) as {i}
IDX-G9 net0
  list i from 1 to 1000
    read i5,5x,a48: i; bname0(i) as {i}
IDX-G10 net0
  read 8i10: nrtety
IDX-G11 net0
  do i to nrtety
    read a48: rname(i)
IDX-G12 net0
  read 8i10: nbarty
IDX-G13 net0
  do i to nbarty
    read a48: bname(i)
IDX-G14 net0
  list i from 1 to ncells
    read 8i10: i; basic_rtetype(i,successor(i,k)) for k to 3 as {i,successor(i,k)}; \
basic_bartype(i,successor(i,k)) for k to 3 as {i,successor(i,k)}
IDX-G15 net0
  read 8f10.0: depth
IDX-G16 bu0
  read 8i10: iblul; nsyl; nutype
IDX-G17 bu0
  read 8i10: npost(i) for i to 4
IDX-G18 bu0
  read 8i10: itrfp
IDX-G19 bu0
  do i to 2
    read 8i10: nggwep(i); ngawep(i); ntrpt(i); nss(i); npers(i)
IDX-G20 bu0
  do k to 2
    do i to nrs(k)
      read p11: rsname(i,k) as k,i
IDX-G21 bu0
  read 8i10: flag(i) for i to nutype
IDX-G22 bu0
  do i to nutype
    read 8i10: nrst(i); iars(j,i) for j to nrst(i) as i,j
IDX-G23 bu0
  do i to nutype
    read 8f10.0: toe(i,j) for j to nrs(flag(i))
IDX-G24 bu0
  do i to nutype
    read 8f10.0: aysize(i,j) for j to 4
IDX-G25 bu0
  list u from 1 to 99999
    read i5,5x,a56: u; buname(u) width 8*nsyl as {u}
    read 3i10,f10.0: butype(u) as {u}; buloc(u) as {u}; bupost(u) as {u}; tentry(u) as {u}
    read 8f10.0: resources(u,j) for j to nrs(flag(butype(u))) as {u},j
IDX-G26 bu0
  read 8i10: border; side
  list i from 1 to ncells
    read 8i10: i; owner(i) as {i}
IDX-G27 wait0
  list i from 10 to 49
    read 8i10: i; pmapup(i) as {i}; pmapdn(i) as {i}
IDX-G28 wait0
  do i to 4
    do j to npost(i)
      read 8f10.0: ptran(i,j,k) for k to npost(i)
IDX-G29 wait0
  do i to nutype
    read 8f10.0: diseng(i,j) for j to 2
IDX-G30 wait0
  read 8l10: airmove(i) for i to npost(3)
IDX-G31 wait0
  read 8f10.0: mrair(i) for i to nutype
IDX-G32 wait0
  do i to nutype
    do j to npost(3)
      read 8f10.0: bdelay(i,j,k) for k to nbarty
      read 8f10.0: mr(i,j,k) for k to nrtety
IDX-G33 wait0
  do k to 2
    read 8f10.0: trnreq(i,k) for i to nrs(k) as k,i
    read 8f10.0: trncap(i,k) for i to nrs(k) as k,i
    do j to nrs(k)
      read 8f10.0: ssreqm(i,j,k) for i to nss(k) as k,i,j
IDX-G34 wait0
  read 8i10: trptcl(i) for i to nutype
IDX-G35 wait0
  do j to 2
    read 8i10: loadcl(i,j) for i to nrs(j) as j,i
IDX-G36 wait0
  do k to 2
    read 8i10: nlc(k)
    do i to nrs(k)
      read 8f10.0: ldsize(i,j,k) for j to nlc(k) as k,i,j
    read 8f10.0: ldcap(i,k) for i to nrs(k) as k,i
IDX-G37 fmr0
  do i to nutype
    read 8f10.0: fmr.f0(i); fmr.f(i,j) for j to 6
  read 8f10.0: -; fmr.x(j) for j to 6
IDX-G38 ssuse0
  do i to nss(1)
    do j to nrs(1)
      read 8f10.0: ssvncr(i,j,k) for k to 3
IDX-G39 ssuse0
  do i to nss(2)
    do j to nrs(2)
      read 8f10.0: ssvncb(i,j,k) for k to 3
IDX-G40 ssuse0
  do s to 2
    list i from 10 to 49
      read 8i10: i; mapps(s,kpost(i)) as s,{i}
      read l10: o
      unless o
        do a to nss(s)
          read 8f10.0: ssvact(a,j,mapps(s,i)) for j to nrs(s) as {mapps(s,i)},a,j
          read 8f10.0: ssvres(a,j,mapps(s,i)) for j to nrs(s) as {mapps(s,i)},a,j
IDX-G41 cmbt0
  list i from 10 to 49
    read 8i10: i; poff(i) as {i}
IDX-G42 cmbt0
  do j to 2
    read 8f10.0: stdtgt(i,j) for i to nrs(j) as j,i
IDX-G43 cmbt0
  do k to 2
    do i to nggwep(k)
      read 8f10.0: aggatk(i,j,k) for j to nmat(3-k) as k,i,j
IDX-G44 cmbt0
  do k to 2
    do i to nggwep(k)
      read 8f10.0: aggdef(i,j,k) for j to nmat(3-k) as k,i,j
IDX-G45 cmbt0
  do k to 2
    do i to nggwep(k)
      read 8f10.0: katk(i,j,k) for j to nmat(3-k) as k,i,j
IDX-G46 cmbt0
  do k to 2
    do i to nggwep(k)
      read 8f10.0: kdef(i,j,k) for j to nmat(3-k) as k,i,j
IDX-G47 cmbt0
  do j to 2
    do i to nggwep(j)
      read 8f10.0: fckar(i,j,k) for k to kap as j,i,k
IDX-G48 cmbt0
  do j to 2
    do i to nggwep(j)
      read 8f10.0: fckdr(i,j,k) for k to kdp as j,i,k
IDX-G49 cmbt0
  do j to 2
    do i to nmat(j)
      read 8f10.0: fckac(i,j,k) for k to kdp as j,i,k
IDX-G50 cmbt0
  do j to 2
    do i to nmat(j)
      read 8f10.0: fckdc(i,j,k) for k to kap as j,i,k
IDX-G51 cmbt0
  do j to 2
    do i to nggwep(j)
      read 8f10.0: fckare(i,j,k) for k to nenv as j,i,k
IDX-G52 cmbt0
  do j to 2
    do i to nggwep(j)
      read 8f10.0: fckdre(i,j,k) for k to nenv as j,i,k
IDX-G53 cmbt0
  do j to 2
    do i to nmat(j)
      read 8f10.0: fckace(i,j,k) for k to nenv as j,i,k
IDX-G54 cmbt0
  do j to 2
    do i to nmat(j)
      read 8f10.0: fckdce(i,j,k) for k to nenv as j,i,k
IDX-G55 cmbt0
  do j to 2
    do i to nggwep(j)
      read 8f10.0: barier(i,j,k) for k to nbarty as j,i,k
IDX-G56 cmbt0
  do i to npers(1)
    do j to nggwep(2)
      read 8f10.0: dpersr(i,j,k) for k to nmat(1)
IDX-G57 cmbt0
  do i to npers(2)
    do j to nggwep(1)
      read 8f10.0: dpersb(i,j,k) for k to nmat(2)
IDX-G58 cmbt0
  read 8f10.0: td(i) for i to nenv
IDX-G59 cmbt0
  read 8f10.0: febab(i) for i to nbarty
IDX-G60 cmbt0
  read 8f10.0: febad
IDX-G61 cmbt0
  read 8f10.0: vanish(i) for i to nutype
IDX-G62 frdv0
  do i from 40 to 39+npost(4)
    read 8f10.0: frdval.f0atk(poff(i)) as i-39; frdval.fatk(poff(i),j) for j to 7 as i-39,j
IDX-G63 frdv0
  do i from 10 to 9+npost(1)
    read 8f10.0: frdval.f0def(poff(i)) as i-9; frdval.fdef(poff(i),j) for j to 7 as i-9,j
  do i from 20 to 19+npost(2)
    read 8f10.0: frdval.f0def(poff(i)) as npost(1)+i-19; \
frdval.fdef(poff(i),j) for j to 7 as npost(1)+i-19,j
IDX-G64 frdv0
  read 10x,7f10.0: frdval.x(i) for i to 7
IDX-G65 vfeba0
  do s to 2
    list i from 40 to 49, j from 10 to 29
      read 8i10: i; j
      read 8f10.0: vfeba.f0(i,j,s) as s,{i,j}; vfeba.f(i,j,k,s) for k to 7 as s,{i,j},k
IDX-G66 vfeba0
  read 10x,7f10.0: vfeba.fr(i) for i to 7
IDX-G67 frinv0
  do j to nutype
    read 8f10.0: ppoh(i,j) for i to npers(flag(j)) as j,i
IDX-G68 frinv0
  do j to nrs(1)
    read 8f10.0: spdd(i,j) for i to nsp(1) as 1,i,j
IDX-G69 frinv0
  do j to nmat(1)
    do i to nsp(1)
      read 8f10.0: frinv.f0(i,j) as 1,i,j; frinv.f(i,j,k) for k to 6 as 1,i,j,k
IDX-G70 frinv0
  read 10x,7f10.0: frinv.x(1,i) for i to 6
IDX-G71 frinv0
  do j to nrs(2)
    read 8f10.0: spdd(i,nrs(1)+j) for i to nsp(2) as 2,i,j
IDX-G72 frinv0
  do j to nmat(2)
    do i to nsp(2)
      read 8f10.0: frinv.f0(i,nrs(1)+j) as 2,i,j; frinv.f(i,nrs(1)+j,k) for k to 6 as 2,i,j,k
IDX-G73 frinv0
  read 10x,7f10.0: frinv.x(2,i) for i to 6
IDX-G74 frinv0
  read 8f10.0: pg(i,1) for i to nequip(1) as 1,i
  do i to nequip(1)
    read 8f10.0: prot(i,j,1) for j to nggwep(1) as 1,i,j
IDX-G75 frinv0
  read 8f10.0: pg(i,2) for i to nequip(2) as 2,i
  do i to nequip(2)
    read 8f10.0: prot(i,j,2) for j to nggwep(2) as 2,i,j
IDX-G76 freff0
  do i to 2
    read 8f10.0: freff.f0(i); freff.f(i,j) for j to 7
    read 10x,7f10.0: freff.x(i,j) for j to 7
IDX-G77 prep0
  do j to 2
    do i to nmat(j)
      read 8f10.0: prep.f(i,j,k) for k to 7 as j,i,k
    read 8f10.0: prep.x(j,k) for k to 7
IDX-G78 air0
  do i to 2
    read 8i10: nactyp(i); nagwep(i)
IDX-G79 air0
  do k to 2
    do i to nagwep(k)
      read 8f10.0: kag(i,j,k) for j to nmat(3-k) as k,i,j
IDX-G80 air0
  do j to 2
    do i to nagwep(j)
      read 8f10.0: fcagrp(i,j,k) for k to 4 as j,i,k
IDX-G81 air0
  do j to 2
    do i to nmat(j)
      read 8f10.0: fcagcp(i,j,k) for k to 4 as j,i,k
IDX-G82 air0
  do j to 2
    do i to nagwep(j)
      read 8f10.0: fcagre(i,j,k) for k to nenv as j,i,k
IDX-G83 air0
  do j to 2
    do i to nmat(j)
      read 8f10.0: fcagce(i,j,k) for k to nenv as j,i,k
IDX-G84 air0
  do k to nmat(1)
    do i to npers(1)
      read 8f10.0: dgpred(i,j,k) for j to nagwep(2)
IDX-G85 air0
  do k to nmat(2)
    do i to npers(2)
      read 8f10.0: dgpblu(i,j,k) for j to nagwep(1)
IDX-G86 air0
  do k to 2
    do i to nactyp(k)
      read 8f10.0: agload(i,j,k) for j to nagwep(k) as k,i,j
IDX-G87 air0
  do i to nagwep(1)
    read 8f10.0: aagatk(i,j,1) for j to nmat(2) as 1,i,j
IDX-G88 air0
  do i to nagwep(1)
    read 8f10.0: aagdef(i,j,1) for j to nmat(2) as 1,i,j
IDX-G89 air0
  do i to nagwep(2)
    read 8f10.0: aagatk(i,j,2) for j to nmat(1) as 2,i,j
IDX-G90 air0
  do i to nagwep(2)
    read 8f10.0: aagdef(i,j,2) for j to nmat(1) as 2,i,j
IDX-G91 air0
  do i to nagwep(1)
    do j to nmat(2)
      read 8f10.0: aagred(i,j,k) for k to 3
IDX-G92 air0
  do i to nagwep(2)
    do j to nmat(1)
      read 8f10.0: aagblu(i,j,k) for k to 3
IDX-G93 haven0
  read l10,2i10: haven.zoc; haven.pthome(i) for i to 2
IDX-G94 cgcm
  list i from 1 to 1000
    read 8i10: i; envmap(i) as c,{i}
IDX-G95 wait1
  list i from 1 to 1000
    read 8i10: i; rtemap(i) as c,{i}
IDX-G96 wait1
  list i from 1 to 1000
    read 8i10: i; barmap(i) as c,{i}
"""

GROUPS: Final[tuple[Group, ...]] = parse_groups(_TEXT)
FIRST_OF_CYCLES: Final = 94
"""The groups from here on stand in file 60, once for each cycle, counted by `c`."""
NEEDED: Final = used_names(GROUPS) | {"poff"}
"""Names that decide how many cards and fields there are."""


def group(number: int) -> Group:
    """A group by its number."""
    return GROUPS[number - 1]
