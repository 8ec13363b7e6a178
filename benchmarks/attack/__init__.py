"""Attacks on a server of our own, on this machine only, beside games that go on: how long do the others' moves take?"""
